import { cut } from '../text/cut.ts';
import { fold } from '../text/fold.ts';
import { invalidPath, invalidValue, ScimError } from './error.ts';
import type { Filter } from './filter.ts';
import { maxKeyLength, maxNameLength } from './limits.ts';
import { type Operation, wholeValue } from './patch.ts';
import { getPatchPlace } from './path.ts';
import { groupShape } from './schemas.ts';
import { getExternalId, isScimObject, readValue, type ScimObject, type ScimValue } from './values.ts';

/** The changes of a request to a group. Members change by difference, so that ten thousand of them need not be read first. */
export type GroupChange = {
  displayName?: string;
  externalId?: string | null;
  /** Whether all members are removed first. */
  replaces: boolean;
  add: Set<string>;
  remove: Set<string>;
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The unique key of a group in the tenant: its name without capitals and accents. */
export const keyOfGroup = (name: string): string => fold(name) || name.toLowerCase();

/** The name of a group and its unique key in the tenant. */
export function groupName(value: ScimValue | undefined): { displayName: string; key: string } {
  const displayName = typeof value === 'string' ? value.normalize('NFC').trim() : '';
  if (!displayName) throw invalidValue('"displayName" is required.');
  const key = keyOfGroup(displayName);
  if (displayName.length > maxNameLength || key.length > maxKeyLength)
    throw invalidValue(`"displayName" has ${maxNameLength} signs at most.`);
  return { displayName, key };
}

/** The ids in a list of members; an id that can't be a member can still be removed. Nested groups aren't supported. */
function memberIds(value: ScimValue | undefined, { leaving = false } = {}): string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).flatMap((each) => {
    const id = isScimObject(each) ? each.value : undefined;
    if (typeof id !== 'string') throw invalidValue('A member has a "value", the id of a person.');
    if (leaving) return uuid.test(id.toLowerCase()) ? [id.toLowerCase()] : [];
    if (isScimObject(each) && typeof each.type === 'string' && each.type.toLowerCase() === 'group')
      throw invalidValue('Groups inside groups are not supported.');
    if (!uuid.test(id.toLowerCase())) throw invalidValue(`There is no person "${cut(id, 100)}".`);
    return [id.toLowerCase()];
  });
}

export const wholeGroup = (resource: ScimObject): GroupChange & { displayName: string } => ({
  displayName: groupName(resource.displayName).displayName,
  externalId: getExternalId(resource.externalId),
  replaces: true,
  add: new Set(memberIds(resource.members)),
  remove: new Set(),
});

/** The members that a filter names: one id, or several with "or". A text that isn't an id matches no member. */
function filteredIds(filter: Filter): string[] {
  if (filter.kind === 'or') return filter.filters.flatMap(filteredIds);
  if (filter.kind === 'compare' && filter.op === 'eq' && /^(members\.)?value$/i.test(filter.path) && typeof filter.value === 'string')
    return [filter.value.toLowerCase()].filter((id) => uuid.test(id));
  throw new ScimError(400, 'Members are chosen by their value.', 'invalidFilter');
}

/** Reduces the operations of a PATCH, in their order, to their net effect. */
export function getGroupChange(operations: readonly Operation[]): GroupChange {
  const change: GroupChange = { replaces: false, add: new Set(), remove: new Set() };
  for (const operation of operations) {
    if (operation.path) changeAt(change, operation, operation.path);
    else changeWhole(change, operation);
  }
  return change;
}

function changeWhole(change: GroupChange, operation: Operation): void {
  for (const [name, value] of Object.entries(wholeValue(operation.op, operation.value)))
    if (!/^(schemas|id|meta)$/i.test(name)) changeAt(change, { ...operation, value }, name, true);
}

function changeAt(change: GroupChange, operation: Operation, path: string, tolerant = false): void {
  const { op, value } = operation;
  let place: ReturnType<typeof getPatchPlace>;
  try {
    place = getPatchPlace(path, groupShape);
  } catch (error) {
    if (tolerant) return;
    throw error;
  }
  if (place.kind === 'resource') changeWhole(change, operation);
  if (place.kind !== 'attribute') return;
  const { attribute } = place;
  if (attribute.mutability === 'readOnly') {
    if (tolerant) return;
    throw new ScimError(400, `"${attribute.name}" is not for a client to change.`, 'mutability');
  }
  if (attribute.name === 'members') {
    changeMembers(change, op, value, place.filter, place.sub !== null);
    return;
  }
  if (place.sub) throw invalidPath(`"${cut(path, 200)}" names no attribute.`);
  if (attribute.name === 'externalId') {
    change.externalId = op === 'remove' ? null : getExternalId(readValue(attribute, value));
    return;
  }
  if (op === 'remove') throw new ScimError(400, '"displayName" cannot be without a value.', 'mutability');
  change.displayName = groupName(readValue(attribute, value)).displayName;
}

const membersAttribute = groupShape.attributes.find(({ name }) => name === 'members');

function changeMembers(change: GroupChange, op: Operation['op'], value: unknown, filter: Filter | null, part: boolean): void {
  if (filter && op !== 'remove') throw new ScimError(400, 'A member is added or removed; nothing of it is changed.', 'mutability');
  if (part) throw new ScimError(400, 'A member is added or removed; nothing of it is changed.', 'mutability');
  const read = filter || !membersAttribute ? undefined : readValue(membersAttribute, value);
  const given = filter ? filteredIds(filter) : memberIds(read, { leaving: op === 'remove' });
  if (op === 'replace' || (op === 'remove' && !filter && value === undefined)) {
    change.replaces = true;
    change.add.clear();
    change.remove.clear();
  }
  for (const id of given) {
    if (op === 'remove') change.add.delete(id);
    else change.remove.delete(id);
    if (op === 'remove') change.remove.add(id);
    else change.add.add(id);
  }
}
