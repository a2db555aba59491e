import { describe, expect, test } from 'vitest';
import { decideGiving, type FoundReport, refuseTaking } from './reports.ts';

const plain = { needsIdentity: false, needsRoles: false, ignoresRls: false, restriction: 'none' as const };
const found = (id: string, more: Partial<FoundReport> = {}): FoundReport => ({
  id,
  title: `Report ${id}`,
  report: plain,
  held: null,
  ...more,
});
const asked = { reports: ['r1'], places: [], confirmed: false, mayRelease: false };
const stored = { group: true, reports: 1, places: 0, found: [found('r1')] };
const filtered = found('r1', { report: { ...plain, restriction: 'filters' } });

describe('a group gets', () => {
  test('the reports that it lacks, and again those whose grant has ended', () => {
    const list = [found('r1'), found('r2', { held: { grant: 'g2', ended: true } }), found('r3', { held: { grant: 'g3', ended: false } })];
    expect(decideGiving(asked, { ...stored, found: list })).toEqual({
      given: [
        { report: 'r1', title: 'Report r1', grant: null },
        { report: 'r2', title: 'Report r2', grant: 'g2' },
      ],
      existing: 1,
    });
  });

  test('nothing of an empty place', () => {
    expect(decideGiving({ ...asked, reports: [], places: ['p'] }, { group: true, reports: 0, places: 1, found: [] })).toEqual({
      given: [],
      existing: 0,
    });
  });

  test('a report that requires an identity, for each member under their own', () => {
    const guarded = found('r1', { report: { ...plain, needsIdentity: true, needsRoles: true, restriction: 'rls' } });
    expect(decideGiving(asked, { ...stored, found: [guarded] })).toMatchObject({ existing: 0, given: [{ report: 'r1' }] });
  });

  test.each([
    ['without the group', asked, { ...stored, group: false }, { refused: 'not_found' }],
    ['with an unknown report', asked, { ...stored, reports: 0, found: [] }, { refused: 'not_found', field: 'reports' }],
    ['with an unknown place', { ...asked, places: ['p'] }, stored, { refused: 'not_found', field: 'places' }],
    [
      'without the permission',
      asked,
      { ...stored, found: [filtered] },
      { refused: 'not_permitted', vars: { action: 'grants.unfiltered' } },
    ],
    [
      'without confirmation',
      { ...asked, mayRelease: true },
      { ...stored, found: [filtered] },
      { refused: 'grant_confirmation_required', field: 'confirmed' },
    ],
  ])('nothing %s', (_, question, facts, refusal) => {
    expect(decideGiving(question, facts)).toEqual(refusal);
  });
});

test.each([
  [{ group: true, grants: 2 }, null],
  [{ group: false, grants: 0 }, { refused: 'not_found' }],
  [
    { group: true, grants: 1 },
    { refused: 'not_found', field: 'ids' },
  ],
])('two grants of %o are taken together: %o', (facts, refusal) => {
  expect(refuseTaking(['a', 'b'], facts)).toEqual(refusal);
});
