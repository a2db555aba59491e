import { QueryErrorResetBoundary, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { Component, type ReactNode, Suspense, useEffect, useReducer } from 'react';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { ApiError } from '../data/api-error.ts';
import { ReadFailure } from '../data/ReadFailure.tsx';

export type Failed = { error: ApiError; onRetry: () => void };
type BoundaryProps = { at: string; reset: () => void; failure: (failed: Failed) => ReactNode; children: ReactNode };

/** Catches refused reads. Anything else is a bug or missing code, which the page's own boundary reports. */
class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  constructor(props: BoundaryProps) {
    super(props);
    // What failed at an earlier visit is requested again.
    props.reset();
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (this.state.error !== null && before.at !== this.props.at) this.retry();
  }

  retry = () => {
    this.props.reset();
    this.setState({ error: null });
  };

  override render() {
    const error: unknown = this.state.error;
    if (error === null) return this.props.children;
    if (!(error instanceof ApiError)) throw error;
    return this.props.failure({ error, onRetry: this.retry });
  }
}

/**
 * React shows what was suspended at the earliest 300 ms after its fallback. An ordinary update of the boundary has no such limit, so a
 * quick response is shown at once.
 */
function Fallback({ children, onResponse }: { children: ReactNode; onResponse: () => void }) {
  const client = useQueryClient();
  // The query cache is external to React, and a suspended read can't report by itself.
  useEffect(
    () => client.getQueryCache().subscribe((event) => event.type === 'updated' && event.action.type !== 'fetch' && onResponse()),
    [client, onResponse],
  );
  return children;
}

type Props = {
  children: ReactNode;
  /** Shown until the first data arrive; a skeleton of `ui/Skeletons` appears after a short delay. */
  waiting?: (onRetry: () => void) => ReactNode;
  /** What decides, beside the address, what is read: a failure ends when it changes. */
  of?: string;
  /** Shown in place of what could not be read. */
  failure?: (failed: Failed) => ReactNode;
};
const skeleton = (onRetry: () => void) => <ListSkeleton count={4} onRetry={onRetry} />;
const readFailure = (failed: Failed) => <ReadFailure {...failed} />;

/** Around components that read with `useSuspenseQuery` or `useRead`: what stands there while they wait, and when they fail. */
export function Reading({ children, waiting = skeleton, of = '', failure = readFailure }: Props) {
  const client = useQueryClient();
  const at = useRouterState({ select: ({ location }) => location.href });
  const [, look] = useReducer((count: number) => count + 1, 0);
  // Ends the pause before the next attempt of every read that has failed once.
  const retry = () => {
    for (const query of client.getQueryCache().findAll({ fetchStatus: 'fetching' }))
      if (query.state.data === undefined) query.fetch().catch(() => undefined);
  };
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <Boundary at={`${at} ${of}`} reset={reset} failure={failure}>
          <Suspense fallback={<Fallback onResponse={look}>{waiting(retry)}</Fallback>}>{children}</Suspense>
        </Boundary>
      )}
    </QueryErrorResetBoundary>
  );
}
