import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { errorText } from '../notices/notify.ts';
import { ApiError } from './api-error.ts';

/** Why a form could not be saved; `changed` means that another user saved it first. */
export type Refusal = { text: string; requestId: string | undefined; changed: boolean };

export const toRefusal = (error: unknown, text = errorText(error)): Refusal => ({
  text,
  requestId: error instanceof ApiError ? error.requestId : undefined,
  changed: error instanceof ApiError && error.status === 'changed_meanwhile',
});

type Props = { refusal: Refusal; changedText?: string; reloadLabel: string; onReload: () => unknown };

/** A refused save and how to continue: the version saved by someone else, or the request id for support. The user's input stays. */
export function SaveRefusal({ refusal, changedText = refusal.text, reloadLabel, onReload }: Props) {
  const { t } = useTranslation();
  const reload = useRef<HTMLButtonElement>(null);
  // After a failed save the focus goes to its cause.
  useEffect(() => reload.current?.focus(), []);
  if (refusal.changed) {
    return (
      <>
        {changedText}{' '}
        <Button ref={reload} size="s" onClick={() => void onReload()}>
          {reloadLabel}
        </Button>
      </>
    );
  }
  return (
    <>
      {refusal.text}
      {refusal.requestId && (
        <div>
          <CopyButton text={refusal.requestId}>{t('ui.copyErrorCode')}</CopyButton>
        </div>
      )}
    </>
  );
}
