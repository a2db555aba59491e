import { isOn } from '../contract/flag.ts';
import type { ErrorCode } from '../errors/catalogue.ts';
import { changes } from '../fields/changes.ts';
import type { RuleFields } from './contract.ts';

export type StoredRules = RuleFields & { name: string; serviceCapacityId: string | null };
export type RulesEdit = { [Field in keyof RuleFields]?: RuleFields[Field] | undefined } & {
  serviceCapacityId?: string | null | undefined;
  confirm?: string | undefined;
};

type Plan = { patch: Partial<Omit<StoredRules, 'name'>>; change: ReturnType<typeof changes<StoredRules>> } | { refused: ErrorCode };

/** The rules with what an edit names; a field that it omits stays. */
export function rulesWith(stored: StoredRules, edit: RulesEdit): StoredRules {
  const { confirm, ...fields } = edit;
  const named = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { ...stored, ...Object.fromEntries(named) };
}

/**
 * What an edit of the rules changes. A reservation and idle pauses exclude each other, because a pause saves nothing then (SECOND_HALF 2.3,
 * 8); idle pauses are turned on with the capacity's name, because other workspaces may run on it (2.3, 7).
 */
export function decideRules(stored: StoredRules, edit: RulesEdit): Plan {
  const next = rulesWith(stored, edit);
  if (isOn(next.paidByReservation) && isOn(next.autoPause)) return { refused: 'capacity_reserved' };
  if (isOn(next.autoPause) && !isOn(stored.autoPause) && edit.confirm?.trim() !== stored.name) return { refused: 'capacity_confirm' };
  const change = changes(stored, next);
  return { patch: change.after, change };
}
