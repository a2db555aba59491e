import type { Attribute, Shape } from './attributes.ts';
import { getExtension, resolvePath } from './path.ts';
import { isScimObject, type ScimObject, type ScimValue } from './values.ts';

/** The attributes of an answer: only these, or all but those (RFC 7644, 3.9). */
export type Projection = { kind: 'all' } | { kind: 'only' | 'without'; paths: readonly string[] };

type Named = { extension: string | null; name: string; sub: string | null };

/** Reads the two parameters; `attributes` wins where both are given. */
export function getProjection(attributes: readonly string[] | null, excluded: readonly string[] | null): Projection {
  if (attributes && attributes.length > 0) return { kind: 'only', paths: attributes };
  return excluded && excluded.length > 0 ? { kind: 'without', paths: excluded } : { kind: 'all' };
}

function namedBy(paths: readonly string[], shape: Shape): Named[] {
  return paths.flatMap((path): Named[] => {
    const urn = getExtension(path.trim(), shape);
    if (urn) return [{ extension: null, name: urn, sub: null }];
    // A value filter within the name selects the attribute; its values aren't filtered.
    const place = resolvePath(path.replace(/\[.*\]/, '').trim(), shape);
    return place ? [{ extension: place.extension, name: place.attribute.name, sub: place.sub?.name ?? null }] : [];
  });
}

/** Whether an answer includes the attribute at all; an unused one isn't read. */
export function isWanted(name: string, projection: Projection, shape: Shape): boolean {
  if (projection.kind === 'all') return true;
  const named = namedBy(projection.paths, shape).filter((each) => each.name === name && each.extension === null);
  return projection.kind === 'only' ? named.length > 0 : !named.some((each) => each.sub === null);
}

const always = new Set(['schemas', 'id']);

/** The requested part of a resource; id and schemas are always included. */
export function project(resource: ScimObject, projection: Projection, shape: Shape): ScimObject {
  if (projection.kind === 'all') return resource;
  const named = namedBy(projection.paths, shape);
  return projection.kind === 'only' ? only(resource, named) : without(resource, named);
}

function only(resource: ScimObject, named: readonly Named[]): ScimObject {
  const result: ScimObject = {};
  for (const [name, value] of Object.entries(resource)) {
    if (always.has(name) || named.some((each) => each.extension === null && each.name === name && each.sub === null)) result[name] = value;
    else {
      const kept = keepParts(
        value,
        named.filter((each) => each.extension === null && each.name === name && each.sub !== null).map((each) => each.sub ?? ''),
      );
      const inner = isScimObject(value)
        ? only(
            value,
            named.filter((each) => each.extension === name).map((each) => ({ ...each, extension: null })),
          )
        : {};
      if (kept !== undefined) result[name] = kept;
      else if (Object.keys(inner).length > 0) result[name] = inner;
    }
  }
  return result;
}

function keepParts(value: ScimValue, parts: readonly string[]): ScimValue | undefined {
  if (parts.length === 0) return undefined;
  if (Array.isArray(value)) {
    const kept = value.flatMap((each) => keepParts(each, parts) ?? []);
    return kept.length > 0 ? kept : undefined;
  }
  if (!isScimObject(value)) return undefined;
  const entries = Object.entries(value).filter(([name]) => parts.includes(name));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function without(resource: ScimObject, named: readonly Named[]): ScimObject {
  const result: ScimObject = {};
  for (const [name, value] of Object.entries(resource)) {
    const here = named.filter((each) => each.extension === null && each.name === name);
    if (!always.has(name) && here.some((each) => each.sub === null)) continue;
    const inner = named.filter((each) => each.extension === name).map((each) => ({ ...each, extension: null }));
    const dropped = here.flatMap((each) => each.sub ?? []);
    const kept = inner.length > 0 && isScimObject(value) ? filled(without(value, inner)) : dropParts(value, dropped);
    if (kept !== undefined) result[name] = kept;
  }
  return result;
}

/** Nothing where no part is left: an empty object isn't a value (RFC 7643, 2.5). */
const filled = (value: ScimObject): ScimObject | undefined => (Object.keys(value).length > 0 ? value : undefined);

function dropParts(value: ScimValue, parts: readonly string[]): ScimValue | undefined {
  if (parts.length === 0) return value;
  if (Array.isArray(value)) {
    const kept = value.flatMap((each) => dropParts(each, parts) ?? []);
    return kept.length > 0 ? kept : undefined;
  }
  return isScimObject(value) ? filled(Object.fromEntries(Object.entries(value).filter(([name]) => !parts.includes(name)))) : value;
}

/** An attribute in the Schemas endpoint, with every characteristic spelled out. */
export const describeAttribute = (attribute: Attribute): Record<string, unknown> => ({
  name: attribute.name,
  type: attribute.type,
  multiValued: attribute.multi === true,
  description: attribute.description,
  required: attribute.required === true,
  ...(attribute.canonical && { canonicalValues: attribute.canonical }),
  caseExact: attribute.caseExact === true,
  mutability: attribute.mutability ?? 'readWrite',
  returned: attribute.returned ?? 'default',
  uniqueness: attribute.uniqueness ?? 'none',
  ...(attribute.references && { referenceTypes: attribute.references }),
  ...(attribute.sub && { subAttributes: attribute.sub.map(describeAttribute) }),
});
