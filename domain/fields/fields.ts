// Derived from a list of fields: the names, a value for each, or a subset of an object.

/** The keys of a description, in order, with their type. */
export const getKeys = <T extends object>(described: T): readonly (keyof T & string)[] => Object.keys(described) as (keyof T & string)[];

/** A value for each name. */
export const buildRecord = <Name extends string, Value>(names: readonly Name[], value: (name: Name) => Value): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>; // because fromEntries forgets the names

/** The subset of an object with these names. */
export const pick = <T, Name extends keyof T & string>(from: T, names: readonly Name[]): Pick<T, Name> =>
  buildRecord(names, (name) => from[name]) as Pick<T, Name>; // because each value belongs to its own name
