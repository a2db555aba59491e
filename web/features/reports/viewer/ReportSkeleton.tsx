import { useTranslation } from '../../../i18n.ts';
import { Skeleton, Waiting } from '../../../ui/Skeletons.tsx';

const columns = ['a', 'b', 'c', 'd'];

/** Placeholder of a loading report: figures above, charts below. */
export function ReportSkeleton({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="report-skeleton">
      <Waiting onRetry={onRetry}>
        <div className="report-skeleton-figures">
          {columns.map((column) => (
            <Skeleton key={column} height={84} radius={10} />
          ))}
        </div>
        <div className="report-skeleton-charts">
          <Skeleton height="100%" radius={10} />
          <Skeleton height="100%" radius={10} />
        </div>
      </Waiting>
    </div>
  );
}

/** Shown above a report that is visible but incomplete after 20 s. */
export function SlowStrip({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="viewer-slow" role="status">
      {t('reports.viewer.slowStrip')}{' '}
      <button type="button" className="link viewer-slow-again" onClick={onRetry}>
        {t('reports.viewer.again')}
      </button>
    </div>
  );
}
