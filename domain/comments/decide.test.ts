import { expect, test } from 'vitest';
import { editableUntil, refuseAdd, refuseEdit, refuseRemove } from './decide.ts';

const none = { asked: 0, exist: 0, see: 0 };
const facts = { ...none, there: true, thread: null };

test('a comment needs its report and its thread', () => {
  expect(refuseAdd(facts)).toBeNull();
  expect(refuseAdd({ ...facts, there: false, thread: undefined })).toEqual({ refused: 'not_found' });
  expect(refuseAdd({ ...facts, thread: undefined })).toEqual({ refused: 'not_found', field: 'parentId' });
});

test('a thread takes two hundred answers', () => {
  expect(refuseAdd({ ...facts, thread: { answers: 199 } })).toBeNull();
  const full = { ...facts, thread: { answers: 200 } };
  expect(refuseAdd(full)).toEqual({ refused: 'comment_thread_full', vars: { limit: 200 } });
  expect(refuseAdd({ ...full, asked: 1 })).toEqual({ refused: 'not_found', field: 'mentions' });
});

test('mentioned users exist and see the report', () => {
  expect(refuseAdd({ ...facts, asked: 2, exist: 1, see: 1 })).toEqual({ refused: 'not_found', field: 'mentions' });
  expect(refuseAdd({ ...facts, asked: 2, exist: 2, see: 1 })).toEqual({ refused: 'mention_refused', field: 'mentions' });
  expect(refuseAdd({ ...facts, asked: 2, exist: 2, see: 2 })).toBeNull();
});

test('authors change their comment for a quarter of an hour', () => {
  const createdAt = '2027-01-01 12:00:00.123+00';
  const end = Date.parse('2027-01-01T12:15:00.123Z');
  expect(editableUntil(createdAt)).toBe(end);
  expect(refuseEdit({ createdAt }, none, end - 1)).toBeNull();
  expect(refuseEdit({ createdAt }, none, end)).toEqual({ refused: 'comment_too_late', vars: { count: 15 } });
  expect(refuseEdit(undefined, none, 0)).toEqual({ refused: 'not_found' });
  expect(refuseEdit({ createdAt }, { asked: 1, exist: 1, see: 0 }, end)).toMatchObject({ refused: 'mention_refused' });
});

test('a comment is deleted by its author or by administrators of reports', () => {
  expect(refuseRemove(undefined, true)).toEqual({ refused: 'not_found' });
  expect(refuseRemove({ own: true }, false)).toBeNull();
  expect(refuseRemove({ own: false }, true)).toBeNull();
  expect(refuseRemove({ own: false }, false)).toEqual({ refused: 'not_permitted', vars: { action: 'reports.manage' } });
});
