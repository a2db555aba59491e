import type { ResourceSource } from '../../../domain/bi-accounts/resources/contract.ts';
import { reasonFor } from '../../../domain/bi-accounts/why.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** The failed sources, each with its reason; the rows of the others are listed below. */
export function ResourceSources({ sources, onRetry }: { sources: readonly ResourceSource[]; onRetry: () => void }) {
  const { t } = useTranslation();
  const failed = sources.filter(({ outcome }) => outcome === 'failed');
  const unasked = sources.filter(({ outcome }) => outcome === 'unasked');
  return (
    <>
      {failed.map(({ accountId, accountName, source, failure }) => (
        <Notice
          key={`${accountId}${source}`}
          tone="err"
          title={t(`service.resources.failed.${source}`, { account: accountName })}
          action={
            <Button size="s" onClick={onRetry}>
              {t('ui.retry')}
            </Button>
          }
        >
          {failure && t(`service.why.${reasonFor(failure, source === 'azure' ? 'capacity' : 'api')}`)}{' '}
          {failure?.answer && <span className="small">{t('service.answer', { answer: failure.answer })}</span>}
        </Notice>
      ))}
      {unasked.length > 0 && (
        <p className="muted small service-unasked">
          {t('service.resources.unasked', { accounts: unasked.map(({ accountName }) => accountName).join(', '), count: unasked.length })}
        </p>
      )}
    </>
  );
}
