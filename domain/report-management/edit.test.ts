import { describe, expect, test } from 'vitest';
import type { ManagedFields } from './contract.ts';
import { decideEdit, refuseFields, type StoredReport } from './edit.ts';
import type { PlainField } from './fields.ts';

const shared: Pick<ManagedFields, PlainField> = {
  ...{ title: 'Sales', description: '', texts: {}, verified: false, hidden: false, externalUrl: null },
  ...{ navigationPanel: false, sideFilter: false, hiddenPages: false, visualHeaders: true, mobileBackground: true, showLastUpdate: true },
  ...{ tenantColors: false, allowEdit: false, onCatalog: false, onApp: true, catalogDescription: '', resolution: null },
  orientation: 'auto',
  restriction: 'none',
  watermark: 'inherit',
  coverKind: 'ridge',
};
const stored: StoredReport = {
  ...shared,
  ...{ version: 4, kind: 'powerbi', needsIdentity: true, group: 'Finance', subgroup: null, ownerId: 'u1', owner: 'Ana' },
  ...{ ignoreRls: false, ignoreRlsRole: 'Everyone', custom: { area: 'north' } },
};
const asked: ManagedFields = {
  ...shared,
  ...{ id: 'r1', version: 4, groupId: 'g1', subgroupId: null, ownerId: 'u1', ignoreRlsRole: null, custom: { area: 'north' } },
};
const edit = (fields: Partial<ManagedFields> = {}) => ({ ...asked, ...fields, custom: stored.custom });
const found = { fits: true, group: 'Finance', subgroup: null, owner: { name: 'Ana', removed: false } };

describe('an edit of a report', () => {
  test('records only the differences, with names of group and owner', () => {
    expect(decideEdit(edit(), stored, found)).toEqual({ version: 5, change: { before: {}, after: {} } });
    const moved = decideEdit(edit({ title: 'Margin', groupId: null, ownerId: null }), stored, { ...found, group: null, owner: null });
    expect(moved).toEqual({
      version: 5,
      change: { before: { title: 'Sales', group: 'Finance', owner: 'Ana' }, after: { title: 'Margin', group: null, owner: null } },
    });
  });

  test('records the role of a report without RLS as none while RLS applies', () => {
    const plan = decideEdit(edit({ ignoreRlsRole: 'Everyone' }), stored, found);
    expect(plan).toMatchObject({ change: { before: { ignoreRlsRole: null }, after: { ignoreRlsRole: 'Everyone' } } });
  });

  test('keeps a removed owner, but refuses one that is newly chosen', () => {
    const removed = { ...found, owner: { name: 'Ana', removed: true } };
    expect(decideEdit(edit(), stored, removed)).toMatchObject({ version: 5 });
    expect(decideEdit(edit(), { ...stored, ownerId: 'u2' }, removed)).toEqual({ refused: 'not_found', field: 'ownerId' });
  });

  test.each([
    ['a place that does not exist', { groupId: 'g2' }, { ...found, fits: false }, { refused: 'not_found', field: 'groupId' }],
    ['a sub-group of another group', { subgroupId: 's1' }, { ...found, fits: false }, { refused: 'not_found', field: 'subgroupId' }],
    ['an unknown owner', {}, { ...found, owner: null }, { refused: 'not_found', field: 'ownerId' }],
    ['another version', { version: 3 }, found, { refused: 'changed_meanwhile' }],
  ])('refuses %s', (_, fields, there, refusal) => expect(decideEdit(edit(fields), stored, there)).toEqual(refusal));
});

describe('the fields of an edit', () => {
  test('have a link only for external reports', () => {
    expect(refuseFields(edit({ externalUrl: 'https://example.org' }), { kind: 'external', needsIdentity: false })).toBeNull();
    expect(refuseFields(edit(), { kind: 'external', needsIdentity: false })).toMatchObject({ refused: 'required', field: 'externalUrl' });
    expect(refuseFields(edit({ externalUrl: 'https://example.org' }), stored)).toMatchObject({ field: 'externalUrl' });
  });
  test('have a role only for a model with RLS', () => {
    expect(refuseFields(edit({ ignoreRlsRole: 'All' }), stored)).toBeNull();
    expect(refuseFields(edit({ ignoreRlsRole: 'All' }), { kind: 'powerbi', needsIdentity: false })).toMatchObject({
      refused: 'invalid_input',
      field: 'ignoreRlsRole',
    });
  });
});
