import { lazy, Suspense, useState } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconCalendar, IconPencil } from '../../ui/icons.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { moneyText } from './money.ts';
import type { Capacity } from './types.ts';
import { useOverage } from './use-overage.ts';

const Ending = lazy(() => import('./editing.ts').then((module) => ({ default: module.EndControl })));
const Moving = lazy(() => import('./editing.ts').then((module) => ({ default: module.MoveOwner })));

type Props = { capacity: Capacity; rules: NonNullable<Capacity['rules']>; onEdit: (() => void) | null };

/** The rules of a capacity at a glance, with the ways to change them, to see its shifts and to end control. */
export function RulesCard({ capacity, rules, onEdit }: Props) {
  const { t, language } = useTranslation();
  const who = useWho();
  const [open, setOpen] = useState<'end' | 'move' | null>(null);
  const overage = useOverage(capacity);
  const yes = (flag: 'S' | 'N') => t(flag === 'S' ? 'capacity.rules.yes' : 'capacity.rules.no');
  const outside = t(
    rules.followShifts === 'S' && rules.wakeOutside === 'N'
      ? 'capacity.rules.wakeNot'
      : rules.wakeBy === 'flagged'
        ? 'capacity.rules.wakeFlagged'
        : 'capacity.rules.wakeEveryone',
  );
  const price = rules.prices[rules.baseSize];
  const money = (cents: number) => moneyText(language, cents, rules.currency);
  const budget =
    rules.budgetCents === null
      ? t('capacity.rules.noBudget')
      : t(rules.budgetStop === 'S' ? 'capacity.rules.budgetStops' : 'capacity.rules.budgetWarns', { money: money(rules.budgetCents) });
  const rows: [string, string][] = [
    [t('capacity.rules.followShifts'), yes(rules.followShifts)],
    [t('capacity.rules.autoPause'), rules.autoPause === 'S' ? t('capacity.minutes', { count: rules.idleMinutes }) : t('capacity.rules.no')],
    [t('capacity.rules.forceStop'), yes(rules.forceStop)],
    [t('capacity.rules.wakeOutside'), outside],
    [t('capacity.rules.wakeForRefreshes'), yes(rules.wakeForRefreshes)],
    [t('capacity.rules.baseSize'), [rules.baseSize, price && t('capacity.perHour', { money: money(price) })].filter(Boolean).join(', ')],
    [t('capacity.rules.budget'), budget],
    ...(rules.paidByReservation === 'S' ? [[t('capacity.rules.paidByReservation'), t('capacity.rules.yes')] as [string, string]] : []),
    // Not a rule of the portal, but it belongs beside the money that they save.
    ...(overage ? [[t('capacity.overage'), overage.text] as [string, string]] : []),
  ];
  return (
    <section className="card card-pad capacity-rules" aria-labelledby="capacity-rules-title">
      <div className="capacity-log-head">
        <h2 id="capacity-rules-title">{t('capacity.rules.title')}</h2>
        {onEdit && (
          <Button icon={IconPencil} size="s" onClick={onEdit}>
            {t('capacity.rules.edit')}
          </Button>
        )}
      </div>
      <dl className="capacity-rule-list">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="muted">{name}</dt>
            <dd className="capacity-rule">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="row row-wrap capacity-rules-foot">
        {who && can(who, 'automation.manage') && (
          <UiLink className="link small row" href={`/auto_actions?tab=shifts&capacity=${capacity.id}`}>
            <IconCalendar size={16} stroke={1.8} aria-hidden="true" />
            {t('capacity.rules.shifts')}
          </UiLink>
        )}
        {onEdit && (
          <span className="push row">
            {capacity.members && who && can(who, 'capacity.move') && (
              <Button size="s" kind="text" onClick={() => setOpen('move')}>
                {t('capacity.move.title')}
              </Button>
            )}
            <Button size="s" kind="text" onClick={() => setOpen('end')}>
              {t('capacity.release.open')}
            </Button>
          </span>
        )}
      </div>
      {open !== null && (
        <Suspense>
          {open === 'end' ? (
            <Ending capacity={capacity} onClose={() => setOpen(null)} />
          ) : (
            <Moving capacity={capacity} onClose={() => setOpen(null)} />
          )}
        </Suspense>
      )}
    </section>
  );
}
