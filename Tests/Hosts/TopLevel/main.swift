import HostSupport

print(await withCheckedContinuation { continuation in Trial.begin { continuation.resume(returning: $0) } })
