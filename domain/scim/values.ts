import { type Attribute, findAttribute, ownAttributes, type Shape } from './attributes.ts';
import { invalidValue } from './error.ts';
import { maxBinaryLength, maxExternalIdLength, maxTextLength, maxValues } from './limits.ts';

export type ScimValue = string | number | boolean | ScimObject | ScimValue[];
export type ScimObject = { [name: string]: ScimValue };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
export const isScimObject = (value: ScimValue | undefined): value is ScimObject => isObject(value);

/** Whether two values are equal, whatever the order in which they were written. */
export const sameValue = (one: unknown, other: unknown): boolean => sortedText(one) === sortedText(other);
const sortedText = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );

/** At most one value of a list is primary (RFC 7643, 2.4). */
export function refuseTwoPrimaries(list: readonly ScimValue[], where: string): void {
  if (list.filter((each) => isScimObject(each) && each.primary === true).length > 1)
    throw invalidValue(`Only one value of "${where}" is the primary one.`);
}

/** Reads a client's value for an attribute in its stored form; undefined for none. Wrong types are refused, common dialects understood. */
export function readValue(attribute: Attribute, given: unknown, where = attribute.name): ScimValue | undefined {
  if (!attribute.multi) return readOne(attribute, Array.isArray(given) && given.length === 1 ? given[0] : given, where);
  if (given === null || given === undefined) return undefined;
  const list = Array.isArray(given) ? given : [given];
  if (list.length > maxValues && attribute.name !== 'members') throw invalidValue(`"${where}" has ${maxValues} values at most.`);
  const read: ScimValue[] = [];
  const seen = new Set<string>();
  for (const each of list) {
    const one = readOne(attribute, each, where);
    if (one === undefined) continue;
    const key = sortedText(one);
    if (!seen.has(key)) read.push(one);
    seen.add(key);
  }
  refuseTwoPrimaries(read, where);
  return read.length > 0 ? read : undefined;
}

/** Reads one value of an attribute, or one part of it. */
export function readOne(attribute: Attribute, given: unknown, where: string): ScimValue | undefined {
  if (given === null || given === undefined || given === '') return undefined;
  switch (attribute.type) {
    case 'complex':
      return readComplex(attribute, given, where);
    case 'boolean':
      if (typeof given === 'boolean') return given;
      // Entra writes "True" and "False".
      if (typeof given === 'string' && /^(true|false)$/i.test(given)) return given.toLowerCase() === 'true';
      throw invalidValue(`"${where}" is true or false.`);
    case 'decimal':
    case 'integer': {
      const number = typeof given === 'string' ? Number(given) : given;
      if (typeof number !== 'number' || !Number.isFinite(number) || (attribute.type === 'integer' && !Number.isInteger(number)))
        throw invalidValue(`"${where}" is a number.`);
      return number;
    }
    default:
      return readText(attribute, given, where);
  }
}

function readText(attribute: Attribute, given: unknown, where: string): string {
  if (typeof given !== 'string') throw invalidValue(`"${where}" is a text.`);
  if (given.length > (attribute.type === 'binary' ? maxBinaryLength : maxTextLength)) throw invalidValue(`"${where}" is too long.`);
  if (attribute.type === 'dateTime' && Number.isNaN(Date.parse(given))) throw invalidValue(`"${where}" is a date and time.`);
  if (attribute.type === 'binary' && !/^[\w+/=\s-]*$/.test(given)) throw invalidValue(`"${where}" is written in base 64.`);
  return given;
}

function readComplex(attribute: Attribute, given: unknown, where: string): ScimValue | undefined {
  const parts = attribute.sub ?? [];
  // A manager or an e-mail given as plain text is its value.
  const whole = typeof given === 'string' && findAttribute(parts, 'value') ? { value: given } : given;
  if (!isObject(whole)) throw invalidValue(`"${where}" is an object.`);
  const read: ScimObject = {};
  for (const [name, value] of Object.entries(whole)) {
    const part = findAttribute(parts, name);
    if (!part || part.mutability === 'readOnly') continue;
    const one = readValue(part, value, `${where}.${part.name}`);
    if (one !== undefined) read[part.name] = one;
  }
  return Object.keys(read).length > 0 ? read : undefined;
}

function readAll(attributes: readonly Attribute[], given: Record<string, unknown>): ScimObject {
  const read: ScimObject = {};
  for (const [name, value] of Object.entries(given)) {
    const attribute = findAttribute(attributes, name);
    if (!attribute || attribute.mutability === 'readOnly') continue;
    const one = readValue(attribute, value);
    if (one !== undefined) read[attribute.name] = one;
  }
  return read;
}

/** Reads a whole resource: names in any case; read-only and unknown attributes are ignored (RFC 7644, 3.3 and 3.5.1). */
export function readResource(shape: Shape, body: Record<string, unknown>): ScimObject {
  const read = readAll(ownAttributes(shape), body);
  for (const [name, value] of Object.entries(body)) {
    const urn = Object.keys(shape.extensions).find((known) => known.toLowerCase() === name.toLowerCase());
    if (!urn || value === null) continue;
    if (!isObject(value)) throw invalidValue(`"${urn}" is an object.`);
    const inner = readAll(shape.extensions[urn] ?? [], value);
    if (Object.keys(inner).length > 0) read[urn] = inner;
  }
  // Some clients write an attribute of an extension by its full name at the top level.
  for (const [name, value] of Object.entries(body)) {
    const urn = Object.keys(shape.extensions).find((known) => name.toLowerCase().startsWith(`${known.toLowerCase()}:`));
    const attribute = urn ? findAttribute(shape.extensions[urn] ?? [], name.slice(urn.length + 1)) : undefined;
    const one = attribute ? readValue(attribute, value) : undefined;
    if (urn && attribute && one !== undefined) read[urn] = { ...(isScimObject(read[urn]) ? read[urn] : {}), [attribute.name]: one };
  }
  return read;
}

/** The directory's own identifier; null where it sends none. */
export function getExternalId(value: ScimValue | undefined): string | null {
  const externalId = typeof value === 'string' && value !== '' ? value : null;
  if (externalId && externalId.length > maxExternalIdLength) throw invalidValue(`"externalId" has ${maxExternalIdLength} signs at most.`);
  return externalId;
}

/** The `schemas` of a message: a list of texts that includes the required one. */
export function checkSchemas(body: Record<string, unknown>, needed: string): void {
  const key = Object.keys(body).find((name) => name.toLowerCase() === 'schemas');
  const given = key === undefined ? undefined : body[key];
  if (given === undefined) return;
  if (!Array.isArray(given) || !given.every((each) => typeof each === 'string')) throw invalidValue('"schemas" is a list of texts.');
  if (given.length > 0 && !given.some((each) => each.toLowerCase() === needed.toLowerCase()))
    throw invalidValue(`"schemas" must name ${needed}.`);
}
