import { randomUUID } from 'node:crypto';

/**
 * An id for a row that a test makes. The product's ids begin with the time: where only the id decides the order, the product's rows come
 * first, which one in 150 random ids would precede. It isn't `newId`, whose first eight digits change once a minute: tests make unique
 * names of them.
 */
export function makeId(): string {
  // The product's begin with 01 until 2039.
  for (;;) {
    const id = randomUUID();
    if (id > '02') return id;
  }
}
