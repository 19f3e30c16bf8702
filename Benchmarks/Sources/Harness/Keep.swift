/// Makes the optimiser believe that the object is kept.
///
/// Users store tokens. Without this, a token that lives for one turn of a loop may be put on the stack, on the side
/// whose initialiser happens to be inlined.
@inline(never)
@_optimize(none)
package func keep(_ object: AnyObject) {}
