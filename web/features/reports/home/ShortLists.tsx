import type { RecentReport, ReportCard } from '../../../../domain/reports/contract.ts';
import { useTranslation } from '../../../i18n.ts';
import { ReportRow } from '../../../ui/ReportCard.tsx';
import { when } from '../data-words.ts';
import { useClock } from '../use-clock.ts';
import { useFaces } from '../use-faces.ts';
import { usePrefetch } from '../use-prefetch.ts';

type Props = { reports: readonly ReportCard[] };
type Used = ReportCard & { visits: number };

type ListProps<Card> = { reports: readonly Card[]; detail: (report: Card) => string; search?: (report: Card) => string };

function ShortList<Card extends ReportCard>({ reports, detail, search }: ListProps<Card>) {
  const face = useFaces();
  const prefetch = usePrefetch();
  return (
    <ul className="plain-list home-list">
      {reports.map((report) => {
        // Rows have no room for badges: each shows one fact.
        const { isNew: _new, verified: _verified, external: _external, ...plain } = face(report);
        const href = `${plain.href}${search?.(report) ?? ''}`;
        return <ReportRow key={report.id} report={{ ...plain, href }} detail={detail(report)} onPrefetch={() => prefetch(report)} />;
      })}
    </ul>
  );
}

export function RecentReports({ reports }: { reports: readonly RecentReport[] }) {
  const { t } = useTranslation();
  const clock = useClock();
  const detail = ({ viewedAt, left: { page, filters } }: RecentReport) =>
    [
      viewedAt && when(viewedAt, clock),
      page && t('reports.recent.page', { page: page.title }),
      filters > 0 && t('reports.recent.filters', { count: filters }),
    ]
      .filter(Boolean)
      .join(', ');
  return (
    <ShortList reports={reports} detail={detail} search={({ left: { page } }) => (page ? `?page=${encodeURIComponent(page.name)}` : '')} />
  );
}

export function MostUsedReports({ reports }: { reports: readonly Used[] }) {
  const { t } = useTranslation();
  return <ShortList reports={reports} detail={({ visits }) => t('views.home.visits', { count: visits })} />;
}

export function LatestReports({ reports }: Props) {
  const { t } = useTranslation();
  const clock = useClock();
  const detail = ({ group, addedAt, addedBy }: ReportCard) => {
    const at = when(addedAt, clock);
    if (!group) return at;
    const vars = { place: group.name, when: at };
    return addedBy ? t('reports.added.by', { ...vars, who: addedBy }) : t('reports.added.in', vars);
  };
  return <ShortList reports={reports} detail={detail} />;
}
