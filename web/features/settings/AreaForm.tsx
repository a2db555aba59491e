import type { ReactNode } from 'react';
import { ApiError } from '../../app/api-error.ts';
import { useTranslation } from '../../app/i18n.ts';
import { errorText } from '../../app/notify.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import type { SettingsForm } from './use-settings-form.ts';

/** One card of an area with its heading. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card card-pad settings-card">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A setting whose control is more than a switch: name and consequence left, the control right. */
export function Row({ label, text, labelId, children }: { label: string; text?: string; labelId: string; children: ReactNode }) {
  return (
    <div className="switch-row settings-row">
      <div>
        <p className="switch-row-label" id={labelId}>
          {label}
        </p>
        {text && <p className="small muted">{text}</p>}
      </div>
      <div className="settings-control">{children}</div>
    </div>
  );
}

/** The fields of an area once they are read, and the bar that saves them. */
export function AreaForm({ form, children }: { form: SettingsForm; children: ReactNode }) {
  const { t } = useTranslation();
  if (form.failure) {
    const requestId = form.failure instanceof ApiError ? form.failure.requestId : null;
    return <ErrorState text={errorText(form.failure)} requestId={requestId} onRetry={form.retry} />;
  }
  if (!form.loaded) return <ListSkeleton count={5} onRetry={form.retry} />;
  return (
    <form
      className="settings-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void form.save();
      }}
    >
      {form.conflict && (
        <Notice
          tone="err"
          action={
            <Button size="s" onClick={() => void form.reload()}>
              {t('settings.reload')}
            </Button>
          }
        >
          {t('settings.changed')}
        </Notice>
      )}
      {children}
      <SaveBar changes={form.changes} errors={form.errors} saving={form.saving} onSave={() => void form.save()} onDiscard={form.discard} />
    </form>
  );
}
