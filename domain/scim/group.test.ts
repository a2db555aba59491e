import { describe, expect, test } from 'vitest';
import { getGroupChange } from './group.ts';

const id = '0192f3a4-0000-7000-8000-000000000001';

describe('members who leave', () => {
  test.each(['abc', '', "x' or 1=1", `${id}0`, ' '])('are those that an id names; "%s" is none', (name) => {
    const path = `members[value eq ${JSON.stringify(name)} or value eq "${id.toUpperCase()}"]`;
    expect([...getGroupChange([{ op: 'remove', path, value: undefined }]).remove]).toEqual([id]);
    const value = [{ value: name || 'x' }, { value: id }];
    const change = getGroupChange([{ op: 'remove', path: 'members', value }]);
    expect([[...change.remove], change.replaces]).toEqual([[id], false]);
  });

  test('new members must be existing users', () => {
    expect(() => getGroupChange([{ op: 'add', path: 'members', value: [{ value: 'abc' }] }])).toThrow('There is no person');
  });
});
