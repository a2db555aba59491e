import { formatNumber } from '../../../domain/format/number.ts';
import type { Period } from '../../../domain/usage/periods.ts';
import { useRead } from '../../app/data/use-read.ts';
import { useTranslation } from '../../i18n.ts';
import { DayBars } from '../../ui/DayBars.tsx';
import { Facts } from './Facts.tsx';
import { usageQuery } from './loader.ts';
import { dayBars, durationWords, hourBars } from './words.ts';

/** Totals of a period, its days, and the hours of a day: of all reports, or of one. */
export function UsageSums({ days, report }: { days: Period; report: string | undefined }) {
  const { t, language } = useTranslation();
  const { data } = useRead(usageQuery({ days, ...(report ? { report } : {}) }));
  const part = (some: number, all: number) => t('usage.fact.of', { part: formatNumber(language, some), all: formatNumber(language, all) });
  return (
    <>
      <Facts
        facts={[
          {
            id: 'views',
            label: t('usage.fact.views'),
            value: formatNumber(language, data.views),
            now: data.views,
            before: data.before.views,
          },
          {
            id: 'viewers',
            label: t('usage.fact.viewers'),
            value: part(data.viewers, data.people),
            now: data.viewers,
            before: data.before.viewers,
          },
          { id: 'time', label: t('usage.fact.time'), value: durationWords(language, data.seconds) },
          ...(report
            ? []
            : [
                {
                  id: 'opened',
                  label: t('usage.fact.opened'),
                  value: part(data.opened, data.reports),
                },
              ]),
        ]}
      />
      <div className="usage-charts">
        <section aria-label={t('usage.byDay')}>
          <h2>{t('usage.byDay')}</h2>
          <DayBars
            caption={t('usage.byDay')}
            heads={[t('usage.day'), t('usage.column.views')]}
            bars={dayBars(language, data.days)}
            format={(value) => formatNumber(language, value, 0)}
          />
        </section>
        <section aria-label={t('usage.byHour')}>
          <h2>{t('usage.byHour')}</h2>
          <DayBars
            caption={t('usage.byHour')}
            heads={[t('usage.hour'), t('usage.column.views')]}
            bars={hourBars(language, data.hours)}
            format={(value) => formatNumber(language, value, 0)}
            width={340}
            height={180}
          />
        </section>
      </div>
    </>
  );
}
