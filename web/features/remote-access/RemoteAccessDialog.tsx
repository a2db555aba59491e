import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { longest, visitMinutes } from '../../../domain/remote-access/limits.ts';
import { go, wholeAddress } from '../../app/address/navigation.ts';
import { call } from '../../app/data/api.ts';
import { useTranslation } from '../../i18n.ts';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import type { Asked } from './asking.ts';
import { type Person, PersonPicker } from './PersonPicker.tsx';
import './remote.css';
import { useSave } from '../../app/data/use-save.ts';

type Props = { target: Asked; onClose: () => void };
type Draft = { reason: string; ticket: string; reach: 'view' | 'act'; minutes: number };
const empty: Draft = { reason: '', ticket: '', reach: 'view', minutes: visitMinutes.usual };
const lengths = [visitMinutes.least, 10, 15, visitMinutes.usual, 45, 60, 90, visitMinutes.most];

/** Access as user: requests remote access, never skips the consent, and waits at /authorization/{token}. */
export function RemoteAccessDialog({ target, onClose }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Person | null>(target === 'choose' ? null : target);
  const [opened, setOpened] = useState(true);
  const name = chosen?.name ?? t('remote.request.somebody');
  const [draft, setDraft] = useState(empty);
  const { save, busy, problem, problemAt, refuse, clear } = useSave({ fields: ['user', 'reason'] });
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const close = () => {
    setOpened(false);
    // Let the drawer's closing animation finish before unmounting it.
    setTimeout(onClose, 200);
  };
  const submit = async () => {
    if (!chosen) return refuse(t('remote.request.whom.missing'), 'user');
    if (draft.reason.trim() === '') return refuse(t('remote.reason.missing'), 'reason');
    await save(async () => {
      const { token } = await call('POST /api/auth/remote/requests', { user: chosen.id, ...draft });
      onClose();
      go(`/authorization/${token}?back=${encodeURIComponent(wholeAddress())}`, { force: true });
    });
  };
  return (
    <FormDrawer
      opened={opened}
      title={t('remote.request.title', { person: name })}
      text={t('remote.request.text', { person: name })}
      dirty={draft !== empty && !busy}
      saving={busy}
      submitLabel={t('remote.request.submit')}
      problem={problem?.text}
      onSubmit={submit}
      onClose={close}
    >
      {target === 'choose' && (
        <PersonPicker
          value={chosen}
          error={problemAt('user') ?? null}
          onChange={(next) => {
            clear();
            setChosen(next);
          }}
        />
      )}
      <Textarea
        data-autofocus
        autosize
        minRows={3}
        label={t('remote.reason')}
        description={t('remote.reason.help', { person: name })}
        value={draft.reason}
        maxLength={longest.reason}
        error={problemAt('reason')}
        onChange={(event) => {
          clear();
          set({ reason: event.currentTarget.value });
        }}
      />
      <TextInput
        label={t('remote.ticket.optional')}
        value={draft.ticket}
        maxLength={longest.ticket}
        onChange={(event) => set({ ticket: event.currentTarget.value })}
      />
      <div>
        <p className="remote-label">{t('remote.reach')}</p>
        <Segmented
          label={t('remote.reach')}
          value={draft.reach}
          onChange={(reach) => set({ reach })}
          segments={[
            { value: 'view', label: t('remote.reach.view') },
            { value: 'act', label: t('remote.reach.act') },
          ]}
        />
      </div>
      <NativeSelect
        label={t('remote.length')}
        value={String(draft.minutes)}
        onChange={(event) => set({ minutes: Number(event.currentTarget.value) })}
        data={lengths.map((value) => ({ value: String(value), label: t('remote.minutes', { count: value }) }))}
      />
      <Notice tone="info">{t('remote.request.closed')}</Notice>
    </FormDrawer>
  );
}
