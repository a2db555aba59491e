import type { ReactNode } from 'react';
import { useTranslation } from '../i18n.ts';
import { Button } from './Button.tsx';
import { useDelayed } from './use-delayed.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import './Skeletons.css';

/** Skeletons appear late, so that a quick response causes no flicker. */
const SHOW_AFTER = 200;
const STILL_AFTER = 8000;

export function Skeleton({
  width = '100%',
  height = 14,
  radius = 6,
}: {
  width?: number | string;
  height?: number | string;
  radius?: number;
}) {
  return <span className="skeleton" style={{ width, height, borderRadius: radius }} aria-hidden="true" />;
}

type WaitingProps = { children: ReactNode; onRetry?: () => void };

/** Wraps any skeleton: nothing for 200 ms, then the skeleton, after 8 s "still loading" with a retry. */
export function Waiting({ children, onRetry }: WaitingProps) {
  const { t } = useTranslation();
  const shown = useDelayed(true, SHOW_AFTER);
  const long = useDelayed(true, STILL_AFTER);
  return (
    <div className="waiting" data-shown={shown || undefined}>
      <VisuallyHidden role="status">{shown ? t('ui.loading') : ''}</VisuallyHidden>
      {long && (
        <p className="waiting-long">
          {t('ui.stillLoading')}{' '}
          {onRetry && (
            <Button kind="text" size="s" onClick={onRetry}>
              {t('ui.retry')}
            </Button>
          )}
        </p>
      )}
      {children}
    </div>
  );
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

export function CardsSkeleton({ count = 8, onRetry }: { count?: number; onRetry?: () => void }) {
  return (
    <Waiting onRetry={onRetry}>
      <div className="card-grid">
        {numbers(count).map((index) => (
          <div key={index} className="card skeleton-card">
            <Skeleton height={112} radius={0} />
            <div>
              <Skeleton width="70%" />
              <Skeleton width="45%" height={12} />
            </div>
          </div>
        ))}
      </div>
    </Waiting>
  );
}

export function ListSkeleton({ count = 5, onRetry }: { count?: number; onRetry?: () => void }) {
  return (
    <Waiting onRetry={onRetry}>
      <div className="stack">
        {numbers(count).map((index) => (
          <div key={index} className="row">
            <Skeleton width={58} height={40} radius={8} />
            <div className="skeleton-lines">
              <Skeleton width="60%" />
              <Skeleton width="40%" height={12} />
            </div>
          </div>
        ))}
      </div>
    </Waiting>
  );
}

export function DetailSkeleton({ onRetry }: { onRetry?: () => void }) {
  return (
    <Waiting onRetry={onRetry}>
      <div className="stack">
        <Skeleton width="40%" height={28} />
        <Skeleton width="60%" />
        <div className="card card-pad skeleton-lines">
          {numbers(6).map((index) => (
            <Skeleton key={index} width={`${88 - index * 9}%`} />
          ))}
        </div>
      </div>
    </Waiting>
  );
}
