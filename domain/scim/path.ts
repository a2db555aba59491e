import { cut } from '../text/cut.ts';
import { type Attribute, findAttribute, ownAttributes, type Shape } from './attributes.ts';
import { invalidPath } from './error.ts';
import { type Filter, parseFilter } from './filter.ts';

/** Where a path leads: into the resource itself or one of its extensions, to an attribute and perhaps one part of it. */
export type Place = { extension: string | null; attribute: Attribute; sub: Attribute | null };
export type PatchPlace =
  | (Place & { kind: 'attribute'; filter: Filter | null })
  | { kind: 'extension'; urn: string }
  /** The resource's own schema by its URN alone: the resource itself. */
  | { kind: 'resource' }
  /** A schema that the portal doesn't know: its values aren't stored. */
  | { kind: 'foreign' };

/** Splits a name from the URN before it; URNs contain dots and colons, so known ones are matched. */
function divide(path: string, shape: Shape): { urn: string | null; rest: string } {
  const low = path.toLowerCase();
  const urn = [shape.urn, ...Object.keys(shape.extensions)].find(
    (known) => low === known.toLowerCase() || low.startsWith(`${known.toLowerCase()}:`),
  );
  return urn ? { urn, rest: path.slice(urn.length + 1) } : { urn: null, rest: path };
}

const within = (shape: Shape, urn: string | null): readonly Attribute[] =>
  urn && urn !== shape.urn ? (shape.extensions[urn] ?? []) : ownAttributes(shape);

/** The attribute that a path of a filter, a sort or a projection names; null where the resource doesn't have it. */
export function resolvePath(path: string, shape: Shape): Place | null {
  const { urn, rest } = divide(path, shape);
  if (!urn && /^urn:/i.test(rest)) return null;
  const [name = '', part, ...more] = rest.split('.');
  const attribute = findAttribute(within(shape, urn), name);
  if (!attribute || more.length > 0) return null;
  const sub = part === undefined ? null : findAttribute(attribute.sub ?? [], part);
  if (sub === undefined) return null;
  return { extension: urn === shape.urn ? null : urn, attribute, sub };
}

/** The URN of an extension that a projection names as a whole. */
export const getExtension = (path: string, shape: Shape): string | null =>
  Object.keys(shape.extensions).find((urn) => urn.toLowerCase() === path.toLowerCase()) ?? null;

const shapeOfPath = /^([A-Za-z$][-\w$]*)(?:\[([\s\S]*)\])?(?:\.([A-Za-z$][-\w$]*))?$/;

/** The target of a PATCH operation (RFC 7644, 3.5.2). */
export function getPatchPlace(path: string, shape: Shape): PatchPlace {
  const { urn, rest } = divide(path.trim(), shape);
  if (urn && rest === '') return urn === shape.urn ? { kind: 'resource' } : { kind: 'extension', urn };
  if (!urn && /^urn:/i.test(rest)) return { kind: 'foreign' };
  const [, name = '', filter, part] = shapeOfPath.exec(rest) ?? [];
  const attribute = findAttribute(within(shape, urn), name);
  if (!attribute) throw invalidPath(`"${cut(path, 200)}" names no attribute.`);
  const sub = part === undefined ? null : findAttribute(attribute.sub ?? [], part);
  if (sub === undefined) throw invalidPath(`"${cut(path, 200)}" names no attribute.`);
  if (filter !== undefined && !attribute.multi) throw invalidPath(`"${attribute.name}" has one value and takes no filter.`);
  return {
    kind: 'attribute',
    extension: urn === shape.urn ? null : urn,
    attribute,
    sub,
    filter: filter === undefined ? null : parseFilter(filter),
  };
}
