import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mayDo, type WindowTarget } from '../../../domain/maintenance/window.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useSave } from '../../app/data/use-save.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { toast } from '../../ui/toast.ts';
import { refreshWindows, windowQuery } from './queries.ts';
import { draftOf, fieldsOf, type Named, newDraft, useWindowForm, type WindowField } from './use-window-form.ts';
import { WindowFields } from './WindowFields.tsx';

type Props = {
  opened: boolean;
  /** Null schedules a new one. */
  id: string | null;
  /** The target of a new window, where the page it is opened from determines it. */
  about?: { target: WindowTarget; items: readonly Named[] };
  onClose: () => void;
};

const mostAtOnce = 100;
const fieldNames: readonly WindowField[] = ['targetIds', 'startsAt', 'endsAt', 'title'];

/** Starts maintenance now, schedules it, or edits a window: start, required end, texts, behaviour. */
export function WindowDrawer({ opened, id, about, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...windowQuery(id ?? ''), enabled: opened && id !== null });
  const form = useWindowForm(newDraftOnce(about));
  const [loaded, setLoaded] = useState(id === null);
  const { save, busy, problem, clear } = useSave({ fields: fieldNames, refuseAt: form.refuse });
  if (data && isFetchedAfterMount && !loaded) {
    setLoaded(true);
    form.load(draftOf(data), data.version);
  }
  const running = data ? mayDo(data.state, 'extend') : false;
  const over = data !== undefined && !running && !mayDo(data.state, 'edit');

  const send = async () => {
    const { draft } = form;
    const fields = fieldsOf(draft, draft.endsAt ?? '');
    if (id !== null) {
      await call('PUT /api/auth/maintenance/{id}', { id, version: form.version, startsAt: draft.startsAt ?? '', ...fields });
      return toast.success(t('maintenance.saved'));
    }
    const startsAt = draft.when === 'now' ? null : draft.startsAt;
    const ids = draft.items.map((item) => item.id);
    let people = 0;
    // A long selection is sent in batches; each batch is atomic.
    for (let from = 0; from === 0 || from < ids.length; from += mostAtOnce) {
      const targetIds = ids.slice(from, from + mostAtOnce);
      const answer = await call('POST /api/auth/maintenance', { target: draft.target, targetIds, startsAt, ...fields });
      people = Math.max(people, answer.people);
    }
    toast.success(t(startsAt ? 'maintenance.planned' : 'maintenance.opened'), { text: t('maintenance.concerns', { count: people }) });
  };
  const submit = async () => {
    clear();
    if (over || !loaded || !form.check()) return;
    await save(async () => {
      await send();
      refreshWindows(client);
      onClose();
    });
  };
  const reload = async () => {
    const fresh = await refetch();
    if (!fresh.data) return;
    form.load(draftOf(fresh.data), fresh.data.version);
    clear();
  };
  return (
    <FormDrawer
      opened={opened}
      title={t(id === null ? 'maintenance.new' : running ? 'maintenance.extend' : 'maintenance.edit')}
      text={about?.items.map((item) => item.name).join(', ') || data?.targetName || undefined}
      dirty={form.dirty}
      saving={busy}
      readOnly={over || (error !== null && !data)}
      submitLabel={id === null ? t(form.draft.when === 'now' ? 'maintenance.openNow' : 'maintenance.schedule') : undefined}
      problem={
        problem && (
          <>
            {problem.text}{' '}
            {problem.changed && (
              <Button size="s" onClick={() => void reload()}>
                {t('maintenance.reload')}
              </Button>
            )}
          </>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {error && !data ? (
        <ErrorState text={errorText(error)} requestId={error instanceof ApiError ? error.requestId : null} onRetry={() => void refetch()} />
      ) : !loaded ? (
        <ListSkeleton count={4} onRetry={() => void refetch()} />
      ) : (
        <WindowFields form={form} isNew={id === null} running={running} fixed={about !== undefined} />
      )}
    </FormDrawer>
  );
}

// The form keeps its first draft; later renders must not create another.
const newDraftOnce = (about: Props['about']) => newDraft(Date.now(), about?.target ?? 'report', about?.items ?? []);
