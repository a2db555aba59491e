import { formatWhen } from '../../../domain/format/relative.ts';
import type { OverviewEntry } from '../../../domain/overview/contract.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { UiLink } from '../../ui/UiLink.tsx';

/** A partner's most recent visits to its units, including refused ones. */
export function Entries({ entries, now }: { entries: readonly OverviewEntry[]; now: Date }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const getText = ({ state, person, minutes, allowedBy, refusal }: OverviewEntry) =>
    [
      person ? t('overview.entry.person', { person }) : t('overview.entry.admin'),
      minutes !== null && t('overview.entry.minutes', { count: minutes }),
      state === 'refused' && refusal ? t('overview.entry.refusedWhy', { refusal }) : state !== 'ended' && t(`overview.entry.${state}`),
      state !== 'refused' &&
        minutes !== null &&
        (allowedBy ? t('overview.entry.allowed', { name: allowedBy }) : !person && t('overview.entry.unasked')),
    ]
      .filter(Boolean)
      .join(', ');
  return (
    <section className="card card-pad" aria-labelledby="overview-entries">
      <h2 id="overview-entries">{t('overview.entries')}</h2>
      {entries.length === 0 && <p className="muted overview-none">{t('overview.entries.none')}</p>}
      <ul className="plain-list overview-list">
        {entries.map((entry) => (
          <li key={entry.id} className="overview-entry">
            <div>
              <h3>
                <UiLink href={`/companies?id=${entry.unit.id}`}>{entry.unit.name}</UiLink>
              </h3>
              <p className="muted small">{getText(entry)}</p>
            </div>
            <time className="muted small" dateTime={entry.at}>
              {formatWhen(language, new Date(entry.at), now, zone)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
