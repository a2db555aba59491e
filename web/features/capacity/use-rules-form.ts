import type { RuleField as Rule } from '../../../domain/capacity/fields.ts';
import { capacityLimits } from '../../../domain/capacity/limits.ts';
import type { CallInput } from '../../app/data/api.ts';
import { useTranslation } from '../../i18n.ts';
import { useForm } from '../../ui/use-form.ts';
import type { Capacity } from './types.ts';

type Rules = NonNullable<Capacity['rules']>;
export type RuleChanges = Omit<CallInput<'POST /api/auth/resources/{id}/dry-run'>, 'id'>;
/** Numbers are empty while they are being typed. Money is in units of the currency; a text as it is typed, such as `3.10`. */
export type Draft = Omit<Rules, 'idleMinutes' | 'prices' | 'budgetCents'> & {
  idleMinutes: number | '';
  prices: Record<string, number | string>;
  budget: number | string;
};
export type RulesForm = ReturnType<typeof useRulesForm>;
export const ruleFields = ['idleMinutes', 'baseSize', 'prices', 'budgetCents', 'autoPause'] as const;
export type RuleField = (typeof ruleFields)[number] | keyof Draft;

export function toDraft({ idleMinutes, prices, budgetCents, ...rest }: Rules): Draft {
  return {
    ...rest,
    idleMinutes,
    prices: Object.fromEntries(Object.entries(prices).map(([size, cents]) => [size, cents / 100])),
    budget: budgetCents === null ? '' : budgetCents / 100,
  };
}

const cents = (money: number | string) => Math.round(Number(money) * 100);

/** Of a draft, what differs from the stored rules, and the base size, which has no default; a size whose price was emptied has none. */
export function getChanges(draft: Draft, changed: readonly (keyof Draft)[]): RuleChanges {
  const { idleMinutes, prices, budget, ...rest } = draft;
  const priced = Object.entries(prices).filter(([, price]) => price !== '');
  const all = {
    ...rest,
    idleMinutes: idleMinutes === '' ? undefined : idleMinutes,
    prices: Object.fromEntries(priced.map(([size, price]) => [size, cents(price)])),
    budgetCents: budget === '' ? null : cents(budget),
  } satisfies Record<Rule, unknown>;
  const names = new Set<string>(['baseSize', ...changed.map((field) => (field === 'budget' ? 'budgetCents' : field))]);
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name))) as RuleChanges; // because fromEntries widens the keys
}

/** The rules of a capacity as a form. */
export function useRulesForm(rules: Rules, version: number) {
  const { t } = useTranslation();
  const { least, most } = capacityLimits.idleMinutes;
  return useForm<Draft, RuleField>({
    start: toDraft(rules),
    version,
    same: (field, one, other) => JSON.stringify(one[field]) === JSON.stringify(other[field]),
    problems: ({ idleMinutes, budget, budgetStop }) => ({
      idleMinutes:
        idleMinutes === '' || idleMinutes < least || idleMinutes > most ? t('capacity.form.idleRange', { least, most }) : undefined,
      budget: budgetStop === 'S' && budget === '' ? t('capacity.form.budgetNeeded') : undefined,
    }),
  });
}
