import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { session } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ViewerState } from '../../ui/ViewerState.tsx';
import { beginAnew, embeddedStore, endOrAsk, startEmbedded } from './controller.ts';
import { refusalText } from './refusal-text.ts';
import './embedding.css';

const EmbeddedReport = lazy(() => import('./EmbeddedReport.tsx').then((module) => ({ default: module.EmbeddedReport })));

/**
 * An embedded page (Spec 2), without a shell. Its token becomes an in-memory session; a single report is shown here, a whole portal takes
 * over.
 */
export function EmbeddedPage() {
  const { t } = useTranslation();
  const state = useSyncExternalStore(embeddedStore.subscribe, embeddedStore.now, embeddedStore.now);
  // The page of the customer, which sends the token, is external to React.
  useEffect(() => startEmbedded(location.pathname.split('/')[2] ?? ''), []);
  // Returned from the embedded portal: its session has ended.
  useEffect(() => {
    if (state.phase === 'portal' && !session.isSignedIn()) endOrAsk();
  }, [state.phase]);
  if (state.phase === 'report')
    return (
      <main className="embedded">
        <Suspense fallback={<Opening />}>
          <EmbeddedReport key={state.report} />
        </Suspense>
      </main>
    );
  if (state.phase === 'refused' || state.phase === 'over') {
    const again = (
      <Button kind="primary" onClick={beginAnew}>
        {t('embedding.page.reload')}
      </Button>
    );
    return (
      <main className="embedded">
        <ViewerState
          heading="h1"
          title={t(state.phase === 'over' ? 'embedding.page.over' : 'embedding.page.refused')}
          cause={state.phase === 'over' ? t('embedding.page.overText') : refusalText(state.error)}
          next={state.phase === 'refused' && t('embedding.page.refusedText')}
          actions={state.phase === 'over' ? again : undefined}
        />
      </main>
    );
  }
  return (
    <main className="embedded">
      <Opening />
    </main>
  );
}

function Opening() {
  const { t } = useTranslation();
  return (
    <p className="embedded-opening muted" role="status">
      {t('embedding.page.opening')}
    </p>
  );
}
