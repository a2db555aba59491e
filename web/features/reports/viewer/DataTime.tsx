import { Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../../domain/format/date.ts';
import { formatMoment } from '../../../../domain/format/relative.ts';
import type { ReportCard } from '../../../../domain/reports/contract.ts';
import { type TextKey, useTranslation } from '../../../i18n.ts';
import { Badge, type Tone } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { IconBell, IconBellRinging } from '../../../ui/icons.ts';
import { FreshnessLine } from '../../../ui/ReportCard.tsx';
import { footWords, when } from '../data-words.ts';
import { useReportState } from '../layer/report-layer-store.ts';
import { refreshesQuery } from '../queries.ts';
import { useClock } from '../use-clock.ts';
import { useFreshNotice } from './use-fresh-notice.ts';

type Run = { startedAt: string; endedAt: string | null; outcome: 'running' | 'completed' | 'failed' | 'disabled' };

const outcomes: Record<Run['outcome'], { tone: Tone; text: TextKey }> = {
  completed: { tone: 'ok', text: 'reports.viewer.load.completed' },
  failed: { tone: 'err', text: 'reports.viewer.load.failed' },
  running: { tone: 'info', text: 'reports.viewer.load.running' },
  disabled: { tone: 'neutral', text: 'reports.viewer.load.disabled' },
};

function Loads({ runs, failed }: { runs: readonly Run[] | undefined; failed: boolean }) {
  const { t } = useTranslation();
  const clock = useClock();
  if (!runs) return <p className="muted small">{t(failed ? 'reports.viewer.loadsFailed' : 'ui.loading')}</p>;
  if (runs.length === 0) return <p className="muted small">{t('reports.viewer.loadsNone')}</p>;
  const took = ({ startedAt, endedAt }: Run) => {
    if (!endedAt) return null;
    const minutes = Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000);
    return minutes < 1 ? t('reports.viewer.load.short') : t('reports.viewer.load.took', { count: minutes });
  };
  return (
    <ul className="plain-list viewer-loads">
      {runs.map((run) => (
        <li key={run.startedAt}>
          <Badge tone={outcomes[run.outcome].tone}>{t(outcomes[run.outcome].text)}</Badge>
          <time dateTime={run.startedAt} title={formatDateTime(clock.language, new Date(run.startedAt), clock.zone)}>
            {when(run.endedAt ?? run.startedAt, clock)}
          </time>
          <span className="muted push">{took(run)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The age of the data; opens the recent refreshes at the service. */
export function DataTime({ report }: { report: ReportCard }) {
  const { t } = useTranslation();
  const clock = useClock();
  // Refreshes are fetched once the report is rendered, never before its token.
  const ready = useReportState(report.id)?.phase === 'rendered';
  // No suspense: asked after the report is rendered.
  const loads = useQuery({ ...refreshesQuery(report.id), enabled: ready });
  const { waits, toggle } = useFreshNotice(report.id);
  const words = footWords(loads.data?.dataAt ? loads.data : report, clock);
  // A time in the past says nothing until the refreshes are refetched.
  const told = loads.data?.nextAt;
  const next = told && Date.parse(told) > clock.now.getTime() ? told : null;
  return (
    <Popover position="top-end" width={340} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className="viewer-data">
          {words ? <FreshnessLine freshness={{ tone: words.tone, text: t(words.key, words.vars) }} /> : t('reports.viewer.noData')}
          {next && (
            <span className="viewer-next muted">
              {t('reports.viewer.nextAt', { when: formatMoment(clock.language, new Date(next), clock.now, clock.zone) })}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <h2 className="h3 viewer-loads-title" tabIndex={-1}>
          {t('reports.viewer.loads')}
        </h2>
        <Loads runs={loads.data?.runs} failed={loads.isError} />
        <Button block icon={waits ? IconBellRinging : IconBell} aria-pressed={waits} className="viewer-tell" onClick={toggle}>
          {t('views.fresh.tell')}
        </Button>
        {waits && <p className="muted small">{t('views.fresh.waits')}</p>}
      </Popover.Dropdown>
    </Popover>
  );
}
