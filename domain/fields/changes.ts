const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
};

/** Compares values as jsonb stores them: the order of keys doesn't matter, and an undefined key is absent. */
export const sameJson = (one: unknown, other: unknown): boolean => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

/** The differences between two sets of facts with the same keys, as the audit log stores them. */
export function changes<Facts extends object>(before: Facts, after: Facts): { before: Partial<Facts>; after: Partial<Facts> } {
  const names = (Object.keys(before) as (keyof Facts)[]).filter((name) => !sameJson(before[name], after[name])); // because Object.keys loses the literal type
  const only = (facts: Facts) => Object.fromEntries(names.map((name) => [name, facts[name]])) as Partial<Facts>; // because each value belongs to its own name
  return { before: only(before), after: only(after) };
}
