import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { labelOf } from '../../../domain/custom-fields/field.ts';
import type { FieldOwner } from '../../../domain/custom-fields/limits.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { SaveRefusal } from '../../app/data/SaveRefusal.tsx';
import { errorText } from '../../app/notices/notify.ts';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { FieldFields } from './FieldFields.tsx';
import { FieldSummary } from './FieldSummary.tsx';
import { oneQuery } from './queries.ts';
import { type Tenant, useFieldForm } from './use-field-form.ts';

type Props = {
  /** Null adds a new one. */
  id: string | null;
  of: FieldOwner;
  tenant: Tenant;
  opened: boolean;
  onClose: () => void;
};

/** Adds or edits a field over its list; a field from the layer above, or a deleted one, is read-only. */
export function FieldDrawer({ id, of, tenant, opened, onClose }: Props) {
  const { t, language } = useTranslation();
  const form = useFieldForm(id, of, tenant);
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...oneQuery(id ?? ''), enabled: opened && id !== null });
  const label = useRef<HTMLInputElement>(null);
  const lookOnly = data !== undefined && (!data.mine || data.state === 'deleted');
  if (!form.loaded && data && isFetchedAfterMount) form.load(data);
  const dirty = form.loaded && !lookOnly && form.dirty;
  const { leave } = useDrawerGuard(opened, dirty);
  // The record loads after the drawer has opened; its first field takes over the focus from the drawer's head.
  useEffect(() => {
    if (form.loaded && id !== null) label.current?.focus();
  }, [form.loaded, id]);
  const close = () => leave(onClose);
  const submit = async () => {
    if (!form.loaded || lookOnly) return;
    if (id !== null && !form.dirty) return close();
    if (await form.save()) close();
  };
  const reload = async () => {
    const fresh = await refetch();
    if (fresh.data) form.rebase(fresh.data);
  };
  const body = () => {
    if (error && !data) {
      return (
        <ErrorState text={errorText(error)} requestId={error instanceof ApiError ? error.requestId : null} onRetry={() => void refetch()} />
      );
    }
    if (!form.loaded) return <ListSkeleton count={5} onRetry={() => void refetch()} />;
    if (lookOnly && data) return <FieldSummary field={data} own={tenant.language} />;
    return <FieldFields form={form} tenant={tenant} stored={data ?? null} labelRef={label} />;
  };
  const { problem } = form;
  return (
    <FormDrawer
      opened={opened}
      title={t(id === null ? 'customFields.add' : lookOnly ? 'customFields.look' : 'customFields.edit')}
      text={data ? labelOf(data, language, tenant.language) : undefined}
      dirty={dirty}
      saving={form.saving}
      readOnly={lookOnly || (error !== null && !data)}
      submitLabel={id === null ? t('customFields.create') : undefined}
      problem={
        problem && (
          <SaveRefusal refusal={problem} changedText={t('customFields.changed')} reloadLabel={t('settings.reload')} onReload={reload} />
        )
      }
      onSubmit={submit}
      onClose={close}
    >
      {lookOnly && (
        <Notice tone="info" live={false}>
          {t(data?.state === 'deleted' ? 'customFields.deletedText' : 'customFields.aboveText')}
        </Notice>
      )}
      {body()}
    </FormDrawer>
  );
}
