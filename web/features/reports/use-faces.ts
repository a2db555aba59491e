import { useMemo } from 'react';
import type { ReportCard } from '../../../domain/reports/contract.ts';
import { reportAddress } from '../../app/address/report-address.ts';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import type { ReportFace } from '../../ui/ReportCard.tsx';
import { useTheme } from '../../ui/UiProvider.tsx';
import { dataWords, untilWords } from './data-words.ts';
import { useClock } from './use-clock.ts';

/** Maps a report of the API to the props of the toolkit's card and row. */
export function useFaces(): (card: ReportCard) => ReportFace {
  const { t } = useTranslation();
  const profile = useWho()?.profile ?? 'user';
  const clock = useClock();
  const { iconReport } = useTheme();
  return useMemo(
    () => (card) => {
      const data = card.kind === 'powerbi' ? dataWords(card, clock) : null;
      return {
        id: card.id,
        title: card.title,
        href: reportAddress(card, profile),
        hue: card.group?.hue ?? 0,
        picture: card.cover.file && `/storage/${card.cover.file}`,
        icon: iconReport && `/storage/${iconReport}`,
        coverKind: card.cover.kind === 'ridge' && iconReport ? undefined : card.cover.kind,
        freshness: data && { tone: data.tone, text: t(data.key, data.vars) },
        isNew: card.isNew,
        verified: card.verified,
        external: card.kind === 'external',
        hidden: card.hidden,
        maintenance: card.maintenanceUntil && untilWords(card.maintenanceUntil, clock),
      };
    },
    [t, profile, clock, iconReport],
  );
}
