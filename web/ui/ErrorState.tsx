import type { ReactNode } from 'react';
import { useTranslation } from '../i18n.ts';
import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import { IconRefresh } from './icons.ts';
import './EmptyState.css';

type Props = { title?: string; text?: ReactNode; requestId?: string | null; onRetry?: () => void; action?: ReactNode };

/** A part of a page failed: what happened, a retry, and the request id to copy. */
export function ErrorState({ title, text, requestId, onRetry, action }: Props) {
  const { t } = useTranslation();
  return (
    <div className="empty-state" role="alert">
      <p className="empty-title">{title ?? t('ui.error.part')}</p>
      {text && <p className="muted">{text}</p>}
      <div className="row row-wrap">
        {onRetry && (
          <Button icon={IconRefresh} onClick={onRetry}>
            {t('ui.retry')}
          </Button>
        )}
        {action}
      </div>
      {requestId && <CopyButton text={requestId}>{t('ui.requestId', { id: requestId })}</CopyButton>}
    </div>
  );
}
