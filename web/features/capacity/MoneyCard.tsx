import { useState } from 'react';
import { formatMonth, wallClock } from '../../../domain/format/date.ts';
import { formatList, formatPercent } from '../../../domain/format/number.ts';
import { useRead } from '../../app/data/use-read.ts';
import type { Language } from '../../i18n.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconChevronLeft, IconChevronRight } from '../../ui/icons.ts';
import { HoursChart } from './HoursChart.tsx';
import { hasPrices, hoursText, moneyText } from './money.ts';
import { ledgerQuery } from './queries.ts';
import type { Capacity, Ledger } from './types.ts';
import { useWords } from './use-start.ts';

const two = (value: number) => String(value).padStart(2, '0');
const moved = (month: string, by: number) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + by)).toISOString().slice(0, 7);

const monthName = (language: Language, month: string) =>
  new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`));

function budgetBadge({ money, budgetCents }: Ledger): { tone: Tone; share: number } | null {
  if (!money || !budgetCents) return null;
  const share = money.spentCents / budgetCents;
  return { share, tone: share >= 1 ? 'err' : share >= 0.8 ? 'warn' : 'ok' };
}

type Props = { capacity: Capacity; onEdit: (() => void) | null };

/** What a month cost compared with the base size always on, and the hours on of each day; where a price is missing the hours alone. */
export function MoneyCard({ capacity, onEdit }: Props) {
  const { t, language, now } = useWords(capacity.zone);
  const [wanted, setWanted] = useState<string | null>(null);
  const { data, isBehind } = useRead(ledgerQuery(capacity.id, wanted));
  const { money, currency, fullMonthCents } = data;
  const wall = wallClock(now, capacity.zone);
  const present = `${wall.year}-${two(wall.month)}`;
  // The year goes without saying in the present one.
  const name = data.month.startsWith(String(wall.year)) ? monthName(language, data.month) : formatMonth(language, data.month);
  const badge = budgetBadge(data);
  const isReserved = capacity.rules?.paidByReservation === 'S';
  const write = (cents: number) => moneyText(language, cents, currency);
  const go = (by: number) => {
    const next = moved(data.month, by);
    setWanted(next === present ? null : next);
  };
  return (
    <section className="card card-pad capacity-money" aria-labelledby="capacity-money-title" data-behind={isBehind || undefined}>
      <h2 id="capacity-money-title" className="visually-hidden">
        {t('capacity.money.title', { month: name })}
      </h2>
      <div className="capacity-money-head">
        <dl className="capacity-figures">
          {money ? (
            <>
              <div>
                <dt className="muted">{t('capacity.money.saved', { month: name })}</dt>
                <dd className="capacity-saved">{write(money.savedCents)}</dd>
              </div>
              <div>
                <dt className="muted">{t(data.month === present ? 'capacity.money.spent' : 'capacity.money.spentThen')}</dt>
                <dd>{write(money.spentCents)}</dd>
              </div>
              {fullMonthCents !== null && (
                <div>
                  <dt className="muted">{t('capacity.money.fullMonth')}</dt>
                  <dd>{write(fullMonthCents)}</dd>
                </div>
              )}
            </>
          ) : (
            <div>
              <dt className="muted">{t('capacity.money.hours', { month: name })}</dt>
              <dd className="capacity-saved">{hoursText(language, data.onSeconds)}</dd>
            </div>
          )}
        </dl>
        <div className="capacity-money-aside">
          {badge && <Badge tone={badge.tone}>{t('capacity.money.ofBudget', { percent: formatPercent(language, badge.share, 0) })}</Badge>}
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset comes with a legend and a border. */}
          <span className="capacity-month" role="group" aria-label={t('capacity.money.month')}>
            <IconButton size="s" icon={IconChevronLeft} label={t('capacity.money.before')} onClick={() => go(-1)} />
            <IconButton
              size="s"
              icon={IconChevronRight}
              label={t('capacity.money.after')}
              disabledReason={data.month >= present && t('capacity.money.latest')}
              onClick={() => go(1)}
            />
          </span>
        </div>
      </div>
      <HoursChart ledger={data} today={data.month === present ? wall.day : null} month={name} />
      <p className="muted small" aria-live="polite">
        {t('capacity.money.legend')} {isReserved && t('capacity.money.reserved')}
      </p>
      {!money && (
        <p className="small row row-wrap">
          <span className="muted">
            {hasPrices(capacity.rules)
              ? t('capacity.money.missingPrices', { sizes: formatList(language, data.unpriced) })
              : t('capacity.money.noPrices')}
          </span>
          {onEdit && (
            <Button size="s" kind="text" onClick={onEdit}>
              {t('capacity.money.setPrices')}
            </Button>
          )}
        </p>
      )}
    </section>
  );
}
