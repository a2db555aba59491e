import { expect, test } from 'vitest';
import { explainChanges } from '../../../domain/report-access/explain-words.ts';
import { changeAddress, whyAddress } from './why-address.ts';

const admin = { report: 'r', person: 'p', asker: { profile: 'admin' as const, flags: [] }, hidden: [] };
const line = (kind: (typeof explainChanges)[number], more: object = {}) => ({
  ...{ topic: 'access' as const, code: 'no_path' as const, effect: 'closes' as const, name: null, until: null, change: { kind, id: 'x' } },
  ...more,
});

test('every change links to a page that an administrator may open', () => {
  expect(explainChanges.map((kind) => changeAddress(line(kind), admin))).toMatchInlineSnapshot(`
    [
      "/user?id=p",
      "/r/management/view?tab=access",
      "/r/management/view?tab=access&part=why&why=p&grant=x",
      "/group_users?id=x&tab=members",
      "/reports?id=x",
      "/reports?tab=subgroups&id=x",
      "/r/management/view?tab=maintenance&window=x",
      "/r/management/view?tab=data",
      "/setting?area=general",
      "/powerbi",
      "/catalogs?tab=requests",
    ]
  `);
  expect(whyAddress('r', 'p')).toBe('/r/management/view?tab=access&part=why&why=p');
});

test("a user's page opens at the tab that the line is about", () => {
  const person = { topic: 'hours', change: { kind: 'person', id: null } };
  expect(changeAddress(line('person', person), admin)).toBe('/user?id=p&tab=access');
  expect(changeAddress(line('person', { ...person, topic: 'identity' }), admin)).toBe('/user?id=p&tab=groups');
  expect(changeAddress(line('person', { ...person, topic: 'person', code: 'person_ends' }), admin)).toBe('/user?id=p&tab=access');
});

test('users who may not open the page get no link to it', () => {
  const platform = { ...admin, asker: { profile: 'a2m' as const, flags: [] } };
  expect(changeAddress(line('person'), platform)).toBe('/partners?area=users&id=p');
  expect(changeAddress(line('userGroup'), platform)).toBeNull();
  expect(changeAddress(line('userGroup'), { ...admin, hidden: ['group_users'] })).toBeNull();
  expect(changeAddress({ ...line('person'), change: null }, admin)).toBeNull();
});
