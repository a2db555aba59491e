import { formatNumber, formatPercent } from '../../../domain/format/number.ts';
import { getChange } from '../../../domain/usage/periods.ts';
import { useTranslation } from '../../i18n.ts';
import './usage.css';

export type Fact = { id: string; label: string; value: string; now?: number; before?: number };

/** A row of large figures, each with its change from the previous period. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const { t, language } = useTranslation();
  return (
    <dl className="usage-facts">
      {facts.map(({ id, label, value, now, before }) => {
        const change = now === undefined || before === undefined ? null : getChange(now, before);
        return (
          <div key={id} className="usage-fact">
            <dt className="small muted">{label}</dt>
            <dd>
              <span className="usage-figure">{value}</span>
              {change !== null && before !== undefined && (
                <span className="small muted">
                  {t(change === 0 ? 'usage.same' : change > 0 ? 'usage.more' : 'usage.less', {
                    share: formatPercent(language, Math.abs(change) / 100, 0),
                    before: formatNumber(language, before),
                  })}
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
