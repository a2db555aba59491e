const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Whether two values are the same JSON, ignoring the order of keys (jsonb has its own); an undefined key counts as absent. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (!isObject(a) || !isObject(b)) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSameJson(a[key], b[key]));
}

/** The facts in which two states differ, for the audit log. */
export function differences<Facts extends object>(before: Facts, after: Facts): { before: Partial<Facts>; after: Partial<Facts> } {
  const changed = Object.entries(after).flatMap(([name, value]) => {
    const old = before[name as keyof Facts]; // because both have the same keys
    return isSameJson(old, value) ? [] : [[name, old, value] as const];
  });
  return {
    before: Object.fromEntries(changed.map(([name, old]) => [name, old])) as Partial<Facts>, // because fromEntries forgets the names
    after: Object.fromEntries(changed.map(([name, , value]) => [name, value])) as Partial<Facts>,
  };
}
