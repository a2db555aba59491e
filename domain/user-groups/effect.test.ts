import { expect, test } from 'vitest';
import { effectOfMember, effectOfReport, type MemberFacts, type ReportFacts } from './effect.ts';

const member: MemberFacts = { active: true, seesAll: false, given: 3, seen: 3, onlyHere: 1 };
test.each([
  [{}, 'all'],
  [{ seen: 2 }, 'some'],
  [{ seen: 0 }, 'none_seen'],
  [{ given: 0, seen: 0 }, 'nothing'],
  [{ seesAll: true }, 'administrator'],
  [{ active: false, seesAll: true }, 'inactive'],
] as const)('a member with %j is shown as %s', (change, effect) => {
  expect(effectOfMember({ ...member, ...change })).toBe(effect);
});

const report: ReportFacts = { ended: false, hidden: false, placeHidden: false, everyone: false, members: 4, seeing: 4, unidentified: 0 };
test.each([
  [{}, 'all'],
  [{ everyone: true }, 'everyone'],
  [{ seeing: 3 }, 'some'],
  [{ seeing: 0 }, 'nobody'],
  [{ seeing: null }, 'uncounted'],
  [{ members: 0, seeing: 0 }, 'no_members'],
  [{ ended: true, seeing: 0 }, 'ended'],
  [{ placeHidden: true }, 'place_hidden'],
  [{ hidden: true, ended: true }, 'hidden'],
] as const)('a report with %j is shown as %s', (change, effect) => {
  expect(effectOfReport({ ...report, ...change })).toBe(effect);
});
