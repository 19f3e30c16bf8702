/// Lines on two logarithmic axes, as a scalable vector graphic.
struct Plot {
  struct Line {
    let name: String
    /// A library has the same one in every plot.
    let color: Int
    let points: [(x: Double, y: Double)]
  }

  let title: String
  let xLabel: String
  let yLabel: String
  /// Values that are marked on the horizontal axis; the first and the last are its ends.
  let xTicks: [Double]
  let lines: [Line]

  private static let colors = ["#7f7f7f", "#d62728", "#1f77b4", "#2ca02c", "#9467bd", "#8c564b", "#e377c2", "#17becf"]
  private static let frame = (left: 70.0, top: 40.0, width: 470.0, height: 300.0)

  var svg: String {
    let frame = Self.frame
    var parts = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="720" height="400" viewBox="0 0 720 400" \
      font-family="sans-serif" font-size="12">
      <rect width="720" height="400" fill="white"/>
      """,
      text(title, x: frame.left, y: 24, anchor: "start", size: 15),
      text(xLabel, x: frame.left + frame.width / 2, y: 385),
      """
      <text transform="translate(18 \(number(frame.top + frame.height / 2))) rotate(-90)" \
      text-anchor="middle">\(yLabel)</text>
      """,
    ]
    for tick in xTicks {
      parts.append(rule(x1: x(tick), y1: frame.top, x2: x(tick), y2: frame.top + frame.height))
      parts.append(text(label(tick), x: x(tick), y: frame.top + frame.height + 18))
    }
    for tick in yTicks {
      parts.append(rule(x1: frame.left, y1: y(tick), x2: frame.left + frame.width, y2: y(tick)))
      parts.append(text(label(tick), x: frame.left - 8, y: y(tick) + 4, anchor: "end"))
    }
    for (index, line) in lines.enumerated() { parts += draw(line, at: index) }
    return parts.joined(separator: "\n") + "\n</svg>\n"
  }

  private func draw(_ line: Line, at index: Int) -> [String] {
    let color = Self.colors[line.color % Self.colors.count]
    let corners = line.points.map { "\(number(x($0.x))),\(number(y($0.y)))" }
    let key = (x: Self.frame.left + Self.frame.width + 16, y: Self.frame.top + 12 + 22 * Double(index))
    return [
      "<polyline points=\"\(corners.joined(separator: " "))\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"/>"
    ]
      + line.points.map { point in
        "<circle cx=\"\(number(x(point.x)))\" cy=\"\(number(y(point.y)))\" r=\"3\" fill=\"\(color)\"/>"
      } + [
        "<rect x=\"\(number(key.x))\" y=\"\(number(key.y - 6))\" width=\"14\" height=\"4\" fill=\"\(color)\"/>",
        text(line.name, x: key.x + 20, y: key.y, anchor: "start"),
      ]
  }

  /// Powers of ten around all values.
  private var yTicks: [Double] {
    let values = lines.flatMap(\.points).map(\.y)
    var ticks = [1.0]
    while let first = ticks.first, let least = values.min(), first > least { ticks.insert(first / 10, at: 0) }
    while let last = ticks.last, let most = values.max(), last < most { ticks.append(last * 10) }
    return ticks
  }

  private func x(_ value: Double) -> Double {
    Self.frame.left + Self.frame.width * place(of: value, in: xTicks)
  }

  private func y(_ value: Double) -> Double {
    Self.frame.top + Self.frame.height * (1 - place(of: value, in: yTicks))
  }

  private func place(of value: Double, in ticks: [Double]) -> Double {
    guard let first = ticks.first, let last = ticks.last, first < last else { return 0 }
    return Format.logarithm(value / first) / Format.logarithm(last / first)
  }

  private func rule(x1: Double, y1: Double, x2: Double, y2: Double) -> String {
    """
    <line x1="\(number(x1))" y1="\(number(y1))" x2="\(number(x2))" y2="\(number(y2))" stroke="#dddddd"/>
    """
  }

  private func text(_ text: String, x: Double, y: Double, anchor: String = "middle", size: Int = 12) -> String {
    """
    <text x="\(number(x))" y="\(number(y))" text-anchor="\(anchor)" font-size="\(size)">\(text)</text>
    """
  }

  private func label(_ value: Double) -> String {
    value < 1 ? Format.decimal(value, places: 1) : Format.grouped(Int(value))
  }

  private func number(_ value: Double) -> String {
    Format.decimal(value, places: 1)
  }
}
