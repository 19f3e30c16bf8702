#include "AllocationCounting.h"

#include <errno.h>
#include <stddef.h>

// An executable's own `malloc` takes precedence over the C library's, for the Swift runtime as well. glibc keeps the
// originals under second names. Bytes are what the heap handed out, not what was asked for: a subscription costs its
// user the rounding too.

#if defined(__GLIBC__)

#include <malloc.h>
#include <stdatomic.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static atomic_bool counting;
static atomic_long allocations;
static atomic_long bytes;

static bool is_counting(void) { return __builtin_expect(atomic_load_explicit(&counting, memory_order_relaxed), false); }

static inline void *note_allocation(void *pointer) {
  if (is_counting() && pointer) {
    atomic_fetch_add(&allocations, 1);
    atomic_fetch_add(&bytes, (long)malloc_usable_size(pointer));
  }
  return pointer;
}

static inline void *note_free(void *pointer) {
  if (is_counting() && pointer) atomic_fetch_sub(&bytes, (long)malloc_usable_size(pointer));
  return pointer;
}

void *malloc(size_t size) { return note_allocation(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return note_allocation(__libc_calloc(count, size)); }
void *realloc(void *pointer, size_t size) { return note_allocation(__libc_realloc(note_free(pointer), size)); }
void *memalign(size_t alignment, size_t size) { return note_allocation(__libc_memalign(alignment, size)); }
void free(void *pointer) { __libc_free(note_free(pointer)); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *pointer = memalign(alignment, size);
  if (!pointer) return ENOMEM;
  *result = pointer;
  return 0;
}

bool allocation_counting_is_available(void) { return true; }

void allocation_counting_start(void) {
  atomic_store(&allocations, 0);
  atomic_store(&bytes, 0);
  atomic_store(&counting, true);
}

AllocationTotals allocation_counting_stop(void) {
  atomic_store(&counting, false);
  return (AllocationTotals){atomic_load(&allocations), atomic_load(&bytes)};
}

#else

bool allocation_counting_is_available(void) { return false; }
void allocation_counting_start(void) {}
AllocationTotals allocation_counting_stop(void) { return (AllocationTotals){0, 0}; }

#endif
