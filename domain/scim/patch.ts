import { type Attribute, findAttribute, type Shape } from './attributes.ts';
import { invalidPath, invalidSyntax, invalidValue, ScimError } from './error.ts';
import { maxOperations } from './limits.ts';
import { getTemplate, matches } from './match.ts';
import { getPatchPlace, type PatchPlace } from './path.ts';
import { isScimObject, readOne, readValue, refuseTwoPrimaries, type ScimObject, type ScimValue, sameValue } from './values.ts';

export const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export type Operation = { op: 'add' | 'remove' | 'replace'; path: string | null; value: unknown };
type AttributePlace = Extract<PatchPlace, { kind: 'attribute' }>;

const valueAt = (object: Record<string, unknown>, name: string): unknown => {
  const key = Object.keys(object).find((known) => known.toLowerCase() === name);
  return key === undefined ? undefined : object[key];
};
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The operations of a message, whatever case a client writes them in. */
export function readOperations(body: Record<string, unknown>): Operation[] {
  const list = valueAt(body, 'operations');
  if (!Array.isArray(list) || list.length === 0) throw invalidSyntax('"Operations" is a list with at least one operation.');
  if (list.length > maxOperations) throw new ScimError(413, `A request has ${maxOperations} operations at most.`);
  return list.map((each: unknown) => {
    if (!isObject(each)) throw invalidSyntax('An operation is an object.');
    const [op, path] = [valueAt(each, 'op'), valueAt(each, 'path')];
    const name = typeof op === 'string' ? op.toLowerCase() : '';
    if (name !== 'add' && name !== 'remove' && name !== 'replace') throw invalidSyntax('"op" is add, remove or replace.');
    if (path !== undefined && path !== null && typeof path !== 'string') throw invalidPath('"path" is a text.');
    const value = valueAt(each, 'value');
    const place = typeof path === 'string' && path.trim() !== '' ? path : null;
    if (name === 'remove' && !place) throw new ScimError(400, 'A removal says what it removes.', 'noTarget');
    // No value at all is an error; to clear something a client sends null or an empty text.
    if (name !== 'remove' && value === undefined) throw invalidValue(`An operation of "${name}" has a value.`);
    if (!place && !isObject(value)) throw invalidValue('Without a path the value is an object.');
    return { op: name, path: place, value };
  });
}

/**
 * Applies the operations one after the other to a copy of the resource. A read-only attribute is refused when named and ignored in a whole
 * resource.
 */
export function applyPatch(shape: Shape, resource: ScimObject, operations: readonly Operation[]): ScimObject {
  // Changed lists and parts are copied; the input isn't modified.
  const result: ScimObject = { ...resource };
  for (const urn of Object.keys(shape.extensions)) if (isScimObject(result[urn])) result[urn] = { ...result[urn] };
  for (const operation of operations) {
    if (operation.path) applyAt(shape, result, getPatchPlace(operation.path, shape), operation);
    else applyWhole(shape, result, operation.op, operation.value);
  }
  for (const urn of Object.keys(shape.extensions)) {
    const inner = result[urn];
    if (isScimObject(inner) && Object.keys(inner).length === 0) delete result[urn];
  }
  return result;
}

/** The attributes in an operation on the whole resource. */
export function wholeValue(op: Operation['op'], value: unknown): Record<string, unknown> {
  if (op === 'remove') throw new ScimError(400, 'A removal says what it removes.', 'noTarget');
  if (!isObject(value)) throw invalidValue('A resource is an object.');
  return value;
}

function applyWhole(shape: Shape, result: ScimObject, op: Operation['op'], value: unknown): void {
  for (const [name, inner] of Object.entries(wholeValue(op, value))) {
    if (/^(schemas|id|meta)$/i.test(name)) continue;
    let place: PatchPlace;
    try {
      place = getPatchPlace(name, shape);
    } catch {
      // An unknown key is another product's attribute.
      continue;
    }
    if (place.kind === 'attribute' && place.attribute.mutability === 'readOnly') continue;
    try {
      applyAt(shape, result, place, { op, path: name, value: inner });
    } catch (error) {
      // When a whole resource is replaced, a value that doesn't exist yet is new.
      if (!(error instanceof ScimError) || error.scimType !== 'noTarget') throw error;
      applyAt(shape, result, place, { op: 'add', path: name, value: inner });
    }
  }
}

function applyAt(shape: Shape, result: ScimObject, place: PatchPlace, operation: Operation): void {
  if (place.kind === 'foreign') return;
  if (place.kind === 'resource') {
    applyWhole(shape, result, operation.op, operation.value);
    return;
  }
  if (place.kind === 'extension') {
    applyExtension(shape, result, place.urn, operation);
    return;
  }
  const { attribute, extension, sub } = place;
  if (attribute.mutability === 'readOnly' || sub?.mutability === 'readOnly')
    throw new ScimError(400, `"${attribute.name}" is not for a client to change.`, 'mutability');
  const inner = extension ? result[extension] : undefined;
  const target = extension ? (isScimObject(inner) ? inner : {}) : result;
  if (extension) result[extension] = target;
  if (attribute.multi) applyList(target, place, operation);
  else if (sub) applyPart(target, attribute, sub, operation);
  else applySingle(target, attribute, operation);
}

function applyExtension(shape: Shape, result: ScimObject, urn: string, { op, value }: Operation): void {
  if (op === 'remove') {
    delete result[urn];
    return;
  }
  if (!isObject(value)) throw invalidValue(`"${urn}" is an object.`);
  for (const [name, inner] of Object.entries(value))
    if (findAttribute(shape.extensions[urn] ?? [], name))
      applyAt(shape, result, getPatchPlace(`${urn}:${name}`, shape), { op, path: name, value: inner });
}

function refuseRequired(attribute: Attribute): void {
  if (attribute.required) throw new ScimError(400, `"${attribute.name}" cannot be without a value.`, 'mutability');
}

function applySingle(target: ScimObject, attribute: Attribute, { op, value }: Operation): void {
  const read = op === 'remove' ? undefined : readValue(attribute, value);
  if (read === undefined) {
    if (op === 'add') return;
    refuseRequired(attribute);
    delete target[attribute.name];
    return;
  }
  const before = target[attribute.name];
  target[attribute.name] = isScimObject(read) && isScimObject(before) ? { ...before, ...read } : read;
}

function applyPart(target: ScimObject, attribute: Attribute, sub: Attribute, { op, value }: Operation): void {
  const before = target[attribute.name];
  const parts: ScimObject = isScimObject(before) ? { ...before } : {};
  const read = op === 'remove' ? undefined : readValue(sub, value, `${attribute.name}.${sub.name}`);
  if (read !== undefined) parts[sub.name] = read;
  else if (op !== 'add') delete parts[sub.name];
  if (Object.keys(parts).length > 0) target[attribute.name] = parts;
  else delete target[attribute.name];
}

function applyList(target: ScimObject, place: AttributePlace, operation: Operation): void {
  const { attribute } = place;
  const before = target[attribute.name];
  const list = Array.isArray(before) ? before : [];
  const next = place.filter || place.sub ? changedElements(list, place, operation) : changedList(list, attribute, operation);
  refuseTwoPrimaries(next, attribute.name);
  if (next.length > 0) target[attribute.name] = next;
  else delete target[attribute.name];
}

/** The whole list: replaced, added to, or removed; some clients name the values to remove in the operation's value. */
function changedList(list: ScimValue[], attribute: Attribute, { op, value }: Operation): ScimValue[] {
  if (op === 'remove' && (value === undefined || value === null)) return [];
  const read = readValue(attribute, value);
  const given = Array.isArray(read) ? read : [];
  if (op === 'replace') return given;
  if (op === 'remove') {
    const getKey = (each: ScimValue) => (isScimObject(each) && each.value !== undefined ? each.value : each);
    return list.filter((each) => !given.some((one) => sameValue(getKey(one), getKey(each))));
  }
  const fresh = given.filter((one) => !list.some((each) => sameValue(one, each)));
  return [...(fresh.some(isPrimary) ? withoutPrimary(list) : list), ...fresh];
}

const isPrimary = (value: ScimValue) => isScimObject(value) && value.primary === true;
const withoutPrimary = (list: ScimValue[]) =>
  list.map((each) => (isScimObject(each) && each.primary === true ? { ...each, primary: false } : each));

/** The elements that the path's filter selects, or one part of each. */
function changedElements(list: ScimValue[], { attribute, sub, filter }: AttributePlace, { op, value }: Operation): ScimValue[] {
  const chosen = list.map((each) => !filter || matches(filter, each, attribute));
  const where = sub ? `${attribute.name}.${sub.name}` : attribute.name;
  if (!chosen.includes(true)) {
    if (op !== 'add' && filter) throw new ScimError(400, `No value of "${attribute.name}" is the one that the path names.`, 'noTarget');
    if (op === 'remove') return list;
    const template = filter ? getTemplate(filter, attribute) : {};
    if (!template) throw new ScimError(400, `No value of "${attribute.name}" is the one that the path names.`, 'noTarget');
    const read = sub ? readOne(sub, value, where) : readOne(attribute, value, where);
    if (read === undefined) return list;
    const fresh: ScimValue = sub ? { ...template, [sub.name]: read } : isScimObject(read) ? { ...template, ...read } : read;
    return [...(isPrimary(fresh) ? withoutPrimary(list) : list), fresh];
  }
  if (op === 'remove' && !sub) return list.filter((_, at) => !chosen[at]);
  const read = op === 'remove' ? undefined : sub ? readOne(sub, value, where) : readOne(attribute, value, where);
  if (!sub && read === undefined) throw invalidValue(`"${where}" has no value here.`);
  const changed = (each: ScimValue): ScimValue => {
    // Because it was just looked at.
    if (!sub) return op === 'add' && isScimObject(each) && isScimObject(read) ? { ...each, ...read } : (read as ScimValue);
    const parts: ScimObject = isScimObject(each) ? { ...each } : {};
    if (read === undefined) delete parts[sub.name];
    else parts[sub.name] = read;
    return parts;
  };
  const next = list.map((each, at) => (chosen[at] ? changed(each) : each));
  const preferred = next.some((each, at) => chosen[at] && isPrimary(each));
  return preferred
    ? next.map((each, at) => (!chosen[at] && isPrimary(each) && isScimObject(each) ? { ...each, primary: false } : each)).filter(isFilled)
    : next.filter(isFilled);
}

const isFilled = (value: ScimValue) => !isScimObject(value) || Object.keys(value).length > 0;
