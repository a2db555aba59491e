import { expect, test } from 'vitest';
import { decideShare } from './share.ts';

const ana = { id: 'a', name: 'Ana', sees: true };
const bia = { id: 'b', name: 'Bia', sees: false };
const asked = { people: ['a', 'b'], viewId: undefined };
const stored = { report: true, view: false, people: [ana, bia] };

test('users who see the report are notified, the others are named', () => {
  expect(decideShare(asked, stored)).toEqual({ receivers: ['a'], without: [{ id: 'b', name: 'Bia' }] });
});

test.each([
  ['without the report', asked, { ...stored, report: false, people: [] }, { refused: 'not_found' }],
  ['with a view that isn’t shared', { ...asked, viewId: 'v' }, { ...stored, people: [] }, { refused: 'not_found', field: 'viewId' }],
  ['with an unknown user', asked, { ...stored, people: [ana] }, { refused: 'not_found', field: 'people' }],
])('nothing is shared %s', (_, question, facts, refusal) => {
  expect(decideShare(question, facts)).toEqual(refusal);
});

test('a shared view goes along', () => {
  expect(decideShare({ ...asked, viewId: 'v' }, { ...stored, view: true })).toMatchObject({ receivers: ['a'] });
});
