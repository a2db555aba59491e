import { formatNumber } from '../../../domain/format/number.ts';
import type { Overview } from '../../../domain/overview/contract.ts';
import { seatsAreShort } from '../../../domain/overview/steps.ts';
import { useTranslation } from '../../i18n.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';

/** Seats, active users, and published reports. */
export function Figures({ overview: { seats, people, reports } }: { overview: Overview }) {
  const { t, language } = useTranslation();
  const shown = (value: number) => formatNumber(language, value);
  const seatsLabel = t(seats.tree ? 'overview.seats.tree' : 'overview.seats');
  return (
    <section className="overview-figures" aria-label={t('overview.figures')}>
      <div className="card overview-figure">
        <p className="small muted">{seatsLabel}</p>
        <p className="num">
          {seats.limit === null ? shown(seats.used) : t('overview.of', { used: shown(seats.used), all: shown(seats.limit) })}
        </p>
        {seats.limit !== null && (
          <ProgressBar
            value={seats.limit > 0 ? seats.used / seats.limit : 1}
            tone={seatsAreShort(seats.used, seats.limit) ? 'warn' : 'normal'}
            label={seatsLabel}
          />
        )}
      </div>
      <div className="card overview-figure">
        <p className="small muted">{t('overview.recent')}</p>
        <p className="num">{t('overview.of', { used: shown(people.recent), all: shown(people.all) })}</p>
        <ProgressBar value={people.recent / people.all} label={t('overview.recent')} />
      </div>
      <div className="card overview-figure">
        <p className="small muted">{t('overview.reports')}</p>
        <p className="num">{shown(reports)}</p>
      </div>
    </section>
  );
}
