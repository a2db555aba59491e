import { describe, expect, test } from 'vitest';
import { decideNewShift, decideShift, type PauseRules, type StoredShift } from './shift-edit.ts';
import type { Shift } from './shifts.ts';

const capacity: PauseRules = { name: 'vertice-f8', autoPause: false, paidByReservation: false };
const form = {
  ...{ name: 'Office hours', days: ['MONDAY'] as const, starts: '08:00', ends: '20:00', idleMinutes: null, size: null },
  ...{ autoActivate: 'S' as const, autoPause: 'S' as const, useSchedule: 'S' as const },
};
const stored: StoredShift = {
  ...{ id: 'a', purpose: 'capacity', capacityId: 'c', version: 1, name: 'Office hours', days: [1], starts: '08:00', ends: '20:00' },
  ...{ autoActivate: true, autoPause: false, idleMinutes: null, useSchedule: true, size: null },
};
const other: Shift = { ...stored, id: 'b', days: [6], autoPause: true };
const facts = { count: 0, owns: true, others: [], capacity };
const add = (asked: object, known: object = {}) =>
  decideNewShift('a', { ...form, purpose: 'capacity', capacityId: 'c', ...asked }, { ...facts, ...known });
const edit = (asked: object, kept: object = {}, known: object = {}) =>
  decideShift({ version: 1, ...asked }, { ...stored, ...kept }, { ...facts, ...known });
const first = { refused: 'capacity_confirm', field: 'confirm' };
const reserved = { refused: 'capacity_reserved', field: 'autoPause' };

describe('idle pauses of a shift', () => {
  test('are turned on with the capacity’s typed name where nothing has paused it until now', () => {
    expect(add({})).toEqual(first);
    expect(add({ confirm: 'vertice' })).toEqual(first);
    for (const asked of [{ confirm: ' vertice-f8 ' }, { autoPause: 'N' }, { useSchedule: 'N' }]) expect(add(asked)).toHaveProperty('row');
    expect(edit({ autoPause: 'S' })).toEqual(first);
    expect(edit({ autoPause: 'S', confirm: 'vertice-f8' })).toHaveProperty('row');
    // A shift that was kept without an effect begins to pause it.
    expect(edit({ useSchedule: 'S' }, { autoPause: true, useSchedule: false })).toEqual(first);
  });

  test('need no name where the capacity, this shift or another pauses it already', () => {
    expect(add({}, { capacity: { ...capacity, autoPause: true } })).toHaveProperty('row');
    expect(add({}, { others: [other] })).toHaveProperty('row');
    expect(add({}, { others: [{ ...other, useSchedule: false }] })).toEqual(first);
    expect(edit({ name: 'Late' }, { autoPause: true })).toHaveProperty('row');
    // The list names the shift itself.
    expect(edit({ autoPause: 'S' }, {}, { others: [{ ...stored, autoPause: true }] })).toEqual(first);
  });

  test('are refused where a reservation pays, but for a shift that had them before', () => {
    const known = { capacity: { ...capacity, autoPause: false, paidByReservation: true } };
    expect(add({ confirm: 'vertice-f8' }, known)).toEqual(reserved);
    expect(add({ autoPause: 'N' }, known)).toHaveProperty('row');
    expect(edit({ autoPause: 'S', confirm: 'vertice-f8' }, {}, known)).toEqual(reserved);
    expect(edit({ name: 'Late' }, { autoPause: true }, known)).toHaveProperty('row');
  });

  test('of access hours concern no capacity', () => {
    expect(add({ purpose: 'access', capacityId: null }, { capacity: null })).toHaveProperty('row');
  });
});
