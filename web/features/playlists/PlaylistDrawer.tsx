import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Select, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import type { OnePlaylist } from '../../../domain/playlists/contract.ts';
import { type PlaylistSwitch, switchNames } from '../../../domain/playlists/fields.ts';
import { seconds as limits, maxDescriptionLength, maxItems, maxNameLength, themes, transitions } from '../../../domain/playlists/limits.ts';
import { languages } from '../../../domain/session/languages.ts';
import { languageNames } from '../../../i18n/languages.ts';
import { useGo } from '../../app/address/address.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { useWho } from '../../app/session/session.ts';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { type TextKey, useTranslation } from '../../i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { moved } from '../../ui/moved.ts';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { type Draft, type DraftItem, emptyDraft, newItem, sameDraft, toDraft, toPlaylistFields } from './draft.ts';
import { Finder } from './Finder.tsx';
import { ItemRow } from './ItemRow.tsx';
import { oneQuery, refreshPlaylists, reportsQuery } from './queries.ts';
import { ShareFields } from './ShareFields.tsx';

type Props = { opened: boolean; onClose: () => void };

const aboveDrawer = { zIndex: 320 };
const helps: Record<PlaylistSwitch, TextKey | undefined> = {
  loop: 'playlists.form.loopText',
  shuffle: 'playlists.form.shuffleText',
  showTitle: undefined,
  showClock: undefined,
  showProgress: undefined,
  keepsCapacity: 'playlists.form.keepsCapacityText',
  wakesCapacity: 'playlists.form.wakesCapacityText',
};

/** Edits a playlist, or composes a new one (`id` null): items, order, presentation, and sharing. */
export function PlaylistDrawer({ id, ...form }: Props & { id: string | null }) {
  const { t } = useTranslation();
  return (
    <RecordDrawer opened={form.opened} title={t(id === null ? 'playlists.new' : 'playlists.edit')} onClose={form.onClose}>
      {id === null ? <PlaylistForm {...form} record={null} /> : <ExistingPlaylist {...form} id={id} />}
    </RecordDrawer>
  );
}

function ExistingPlaylist({ id, ...form }: Props & { id: string }) {
  const { data } = useSuspenseQuery(oneQuery(id));
  return <PlaylistForm {...form} record={data} />;
}

function PlaylistForm({ record, opened, onClose }: Props & { record: OnePlaylist | null }) {
  const { t, language } = useTranslation();
  const go = useGo();
  const who = useWho();
  const client = useQueryClient();
  const form = useForm<Draft>({
    start: record ? toDraft(record) : emptyDraft,
    version: record?.version ?? 0,
    problems: ({ name }) => (name.trim() ? {} : { name: t('ui.form.required', { name: t('playlists.form.name') }) }),
  });
  const { draft, change: set } = form;
  const { save: run, busy, problem, clear } = useSave();
  const dirty = opened && !sameDraft(form.base, draft);
  const { leave } = useDrawerGuard(opened, dirty);
  const close = () => leave(onClose);
  const [said, setSaid] = useState('');
  const itemsHelp = useId();
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));

  const helpText = (name: PlaylistSwitch) => (helps[name] ? { text: t(helps[name]) } : {});
  const setItem = (key: string, change: Partial<DraftItem>) =>
    set({ items: draft.items.map((item) => (item.key === key ? { ...item, ...change } : item)) });
  const move = (from: number, to: number) => {
    const item = draft.items[from];
    if (!item || to < 0 || to >= draft.items.length) return;
    set({ items: [...moved(draft.items, from, to)] });
    setSaid(t('ui.table.moved', { name: item.report.title, position: to + 1, total: draft.items.length }));
  };
  const keys = draft.items.map((item) => item.key);
  const onDragEnd = ({ active, over }: DragEndEvent) => over && move(keys.indexOf(String(active.id)), keys.indexOf(String(over.id)));
  const total = draft.items.reduce((sum, item) => sum + item.seconds, 0);

  /** A playlist in use by displays is public: confirms when a newly added report shows each user their own data. */
  const mayHang = async (): Promise<boolean> => {
    const before = new Set(form.base.items.map(({ report }) => report.id));
    const guarded = draft.items.filter(({ report }) => report.needsIdentity && !before.has(report.id)).map(({ report }) => report.title);
    const displays = record?.displayNames ?? [];
    if (guarded.length === 0 || displays.length === 0) return true;
    return confirm({
      title: t('playlists.device.wall'),
      text: t('playlists.device.wallText', { titles: [...new Set(guarded)].join(', ') }),
      yes: t('playlists.device.wallYes'),
      no: t('ui.cancel'),
      danger: true,
    });
  };
  const save = async () => {
    clear();
    if (!form.check() || !(await mayHang())) return;
    await run(async () => {
      const wire = toPlaylistFields(draft);
      const { id: saved } = await (record
        ? call('PUT /api/auth/playlists/{id}', { id: record.id, version: form.version, ...wire })
        : call('POST /api/auth/playlists', wire));
      refreshPlaylists(client);
      const connect = { label: t('playlists.devices.new'), onClick: () => go(`/playlists?tab=devices&new=1&for=${saved}`) };
      const offered = !record && draft.items.length > 0 && who !== null && can(who, 'playlists.devices');
      toast.success(t(record ? 'playlists.saved' : 'playlists.created'), offered ? { action: connect } : {});
      close();
    });
  };

  return (
    <DrawerForm
      title={t(record ? 'playlists.edit' : 'playlists.new')}
      text={
        draft.items.length > 0
          ? t('playlists.form.sum', { count: draft.items.length, time: t('playlists.seconds', { count: total }) })
          : undefined
      }
      dirty={dirty}
      saving={busy}
      submitLabel={t(record ? 'ui.save' : 'playlists.create')}
      problem={problem?.text}
      onSubmit={save}
      onClose={close}
    >
      <TextInput
        data-autofocus
        label={t('playlists.form.name')}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={form.getError('name')}
        maxLength={maxNameLength}
        autoComplete="off"
      />
      <Textarea
        label={
          <>
            {t('playlists.form.description')} <span className="muted">{t('ui.form.optional')}</span>
          </>
        }
        value={draft.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
        maxLength={maxDescriptionLength}
        autosize
        minRows={2}
        maxRows={5}
      />
      <section className="stack" aria-label={t('playlists.form.items')}>
        <h3>{t('playlists.form.items')}</h3>
        <VisuallyHidden role="status">{said}</VisuallyHidden>
        <p className="muted small" id={itemsHelp}>
          {draft.items.length === 0
            ? t('playlists.form.noItems')
            : t('playlists.item.secondsRange', { least: limits.least, most: formatNumber(language, limits.most) })}
        </p>
        <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
          <SortableContext items={keys} strategy={verticalListSortingStrategy}>
            <ol className="plain-list playlist-items" aria-describedby={itemsHelp}>
              {draft.items.map((item, index) => (
                <ItemRow
                  key={item.key}
                  item={item}
                  index={index}
                  last={index === draft.items.length - 1}
                  onChange={(change) => setItem(item.key, change)}
                  onMove={(to) => move(index, to)}
                  onRemove={() => set({ items: draft.items.filter((each) => each.key !== item.key) })}
                />
              ))}
            </ol>
          </SortableContext>
        </DndContext>
        {draft.items.length < maxItems && <ReportFinder onChoose={(report) => set({ items: [...draft.items, newItem(report)] })} />}
      </section>
      <section aria-label={t('playlists.form.how')}>
        <h3>{t('playlists.form.how')}</h3>
        {switchNames.map((name) => (
          <SwitchRow
            key={name}
            label={t(`playlists.form.${name}`)}
            {...helpText(name)}
            checked={draft[name]}
            onChange={(on) => form.set(name, on)}
          />
        ))}
      </section>
      <div className="fields">
        <Select
          label={t('playlists.form.transition')}
          data={transitions.map((value) => ({ value, label: t(`playlists.transition.${value}`) }))}
          value={draft.transition}
          onChange={(next) => set({ transition: transitions.find((each) => each === next) ?? 'fade' })}
          allowDeselect={false}
          comboboxProps={aboveDrawer}
        />
        <Select
          label={t('playlists.form.theme')}
          data={themes.map((value) => ({ value, label: t(`playlists.theme.${value}`) }))}
          value={draft.theme}
          onChange={(next) => set({ theme: themes.find((each) => each === next) ?? 'report' })}
          allowDeselect={false}
          comboboxProps={aboveDrawer}
        />
        <Select
          label={t('playlists.form.language')}
          placeholder={t('playlists.form.ownLanguage')}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          value={draft.language}
          onChange={(next) => set({ language: languages.find((each) => each === next) ?? null })}
          clearable
          comboboxProps={aboveDrawer}
        />
      </div>
      <ShareFields people={draft.people} groups={draft.groups} onChange={set} />
    </DrawerForm>
  );
}

function ReportFinder({ onChoose }: { onChoose: (report: DraftItem['report']) => void }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<string | null>(null);
  // No suspense: suggestions for what is typed.
  const { data, isPlaceholderData } = useQuery({ ...reportsQuery(asked ?? ''), enabled: asked !== null });
  return (
    <Finder
      label={t('playlists.form.addReport')}
      placeholder={t('playlists.form.findReport')}
      found={data?.reports.map((report) => ({
        id: report.id,
        label: (
          <span className="playlist-option">
            <span>{report.title}</span>
            <span className="muted tiny">{report.group?.name}</span>
          </span>
        ),
      }))}
      stale={isPlaceholderData}
      onAsk={setAsked}
      onChoose={(id) => {
        const report = data?.reports.find((each) => each.id === id);
        if (report) onChoose(report);
      }}
    />
  );
}
