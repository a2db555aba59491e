import { describe, expect, test } from 'vitest';
import { decideAddGrants, type FoundSubjects, keyOfSubject, refuseRemoving, type Subject } from './many-grants.ts';

const everyone: Subject = { kind: 'everyone' };
const ana: Subject = { kind: 'user', id: 'a' };
const bia: Subject = { kind: 'user', id: 'b' };
const team: Subject = { kind: 'group', id: 'a' };
const found: FoundSubjects = { report: true, users: ['b', 'a'], groups: ['a'], held: [] };

describe('grants are added', () => {
  test('to every subject that has none, in one order for all callers', () => {
    const plan = { fresh: [everyone, team, ana, bia], again: [] };
    expect(decideAddGrants([bia, everyone, ana, team], found)).toEqual(plan);
    expect(decideAddGrants([ana, team, bia, everyone], found)).toEqual(plan);
  });

  test('again where one has ended, and not where one is in force or belongs to another subject', () => {
    const held = [
      { id: 'g1', subject: ana, ended: true },
      { id: 'g2', subject: bia, ended: false },
      { id: 'g3', subject: everyone, ended: true },
    ];
    expect(decideAddGrants([bia, ana, team], { ...found, held })).toEqual({ fresh: [team], again: ['g1'] });
  });

  test.each([
    ['without the report', [ana], { ...found, report: false, users: [] }, { refused: 'not_found' }],
    ['with an unknown user', [ana, bia], { ...found, users: ['a'] }, { refused: 'not_found', field: 'subjects' }],
    ['with an unknown group', [team], { ...found, groups: ['b'] }, { refused: 'not_found', field: 'subjects' }],
  ])('not %s', (_, asked, facts, refusal) => {
    expect(decideAddGrants(asked, facts)).toEqual(refusal);
  });
});

test('a user and a group of one id are two subjects', () => {
  expect(keyOfSubject(ana)).not.toBe(keyOfSubject(team));
});

test('grants are removed together or not at all', () => {
  expect(refuseRemoving(['g1', 'g2'], 2)).toBeNull();
  expect(refuseRemoving(['g1', 'g2'], 1)).toEqual({ refused: 'not_found', field: 'ids' });
});
