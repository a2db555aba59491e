import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Select, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { maxDescriptionLength, maxItems, maxNameLength, themes, transitions } from '../../../domain/playlists/limits.ts';
import { languages } from '../../../domain/session/languages.ts';
import { languageNames } from '../../../i18n/languages.ts';
import { useGo } from '../../app/address/address.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { toast } from '../../ui/toast.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { type Draft, type DraftItem, draftOf, emptyDraft, moved, newItem, sameDraft, wireOf } from './draft.ts';
import { Finder } from './Finder.tsx';
import { ItemRow } from './ItemRow.tsx';
import { oneQuery, refreshPlaylists, reportsQuery } from './queries.ts';
import { ShareFields } from './ShareFields.tsx';

type Props = { /** Null composes a new one. */ id: string | null; opened: boolean; onClose: () => void };

const aboveDrawer = { zIndex: 320 };

/** Edits a playlist: items, order, presentation, and sharing. */
export function PlaylistDrawer({ id, opened, onClose }: Props) {
  const { t } = useTranslation();
  const go = useGo();
  const who = useWho();
  const client = useQueryClient();
  const { data, error: missing } = useQuery({ ...oneQuery(id ?? ''), enabled: opened && id !== null });
  const [base, setBase] = useState<{ draft: Draft; version: number } | null>(id === null ? { draft: emptyDraft, version: 0 } : null);
  const [edits, setEdits] = useState<Partial<Draft>>({});
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const [said, setSaid] = useState('');
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));

  // The server's version loads once; the draft overlays it.
  useEffect(() => {
    if (data && !base) setBase({ draft: draftOf(data), version: data.version });
  }, [data, base]);

  const draft: Draft = { ...(base?.draft ?? emptyDraft), ...edits };
  const set = (change: Partial<Draft>) => setEdits((before) => ({ ...before, ...change }));
  const setItem = (key: string, change: Partial<DraftItem>) =>
    set({ items: draft.items.map((item) => (item.key === key ? { ...item, ...change } : item)) });
  const move = (from: number, to: number) => {
    const item = draft.items[from];
    if (!item || to < 0 || to >= draft.items.length) return;
    set({ items: moved(draft.items, from, to) });
    setSaid(t('ui.table.moved', { name: item.report.title, position: to + 1, total: draft.items.length }));
  };
  const keys = draft.items.map((item) => item.key);
  const onDragEnd = ({ active, over }: DragEndEvent) => over && move(keys.indexOf(String(active.id)), keys.indexOf(String(over.id)));
  const nameProblem = tried && draft.name.trim() === '' ? t('ui.form.required', { name: t('playlists.form.name') }) : undefined;
  const total = draft.items.reduce((sum, item) => sum + item.seconds, 0);

  /** A playlist in use by displays is public: confirms when a newly added report shows each user their own data. */
  const mayHang = async (): Promise<boolean> => {
    const before = new Set(base?.draft.items.map(({ report }) => report.id));
    const guarded = draft.items.filter(({ report }) => report.needsIdentity && !before.has(report.id)).map(({ report }) => report.title);
    const displays = data?.displayNames ?? [];
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
    setTried(true);
    setProblem(null);
    if (draft.name.trim() === '' || !base || !(await mayHang())) return;
    setSaving(true);
    try {
      const wire = wireOf(draft);
      const { id: saved } = await (id === null
        ? call('POST /api/auth/playlists', wire)
        : call('PUT /api/auth/playlists/{id}', { id, version: base.version, ...wire }));
      refreshPlaylists(client);
      const connect = { label: t('playlists.devices.new'), onClick: () => go(`/playlists?tab=devices&new=1&for=${saved}`) };
      const offered = id === null && draft.items.length > 0 && who !== null && can(who, 'playlists.devices');
      toast.success(t(id === null ? 'playlists.created' : 'playlists.saved'), offered ? { action: connect } : {});
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError && error.handled)) setProblem(errorText(error));
    } finally {
      setSaving(false);
    }
  };

  return (
    <FormDrawer
      opened={opened}
      title={t(id === null ? 'playlists.new' : 'playlists.edit')}
      text={
        draft.items.length > 0
          ? t('playlists.form.sum', { count: draft.items.length, time: t('playlists.seconds', { count: total }) })
          : undefined
      }
      dirty={base !== null && !sameDraft(base.draft, draft)}
      saving={saving}
      submitLabel={t(id === null ? 'playlists.create' : 'ui.save')}
      readOnly={!base}
      problem={problem ?? (missing ? errorText(missing) : undefined)}
      onSubmit={save}
      onClose={onClose}
    >
      {!base && !missing && <ListSkeleton count={5} />}
      {base && (
        <>
          <TextInput
            data-autofocus
            label={t('playlists.form.name')}
            value={draft.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={nameProblem}
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
            {draft.items.length === 0 && <p className="muted small">{t('playlists.form.noItems')}</p>}
            <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
              <SortableContext items={keys} strategy={verticalListSortingStrategy}>
                <ol className="plain-list playlist-items">
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
            <SwitchRow
              label={t('playlists.form.loop')}
              text={t('playlists.form.loopText')}
              checked={draft.loop}
              onChange={(loop) => set({ loop })}
            />
            <SwitchRow
              label={t('playlists.form.shuffle')}
              text={t('playlists.form.shuffleText')}
              checked={draft.shuffle}
              onChange={(shuffle) => set({ shuffle })}
            />
            <SwitchRow label={t('playlists.form.showTitle')} checked={draft.showTitle} onChange={(showTitle) => set({ showTitle })} />
            <SwitchRow label={t('playlists.form.showClock')} checked={draft.showClock} onChange={(showClock) => set({ showClock })} />
            <SwitchRow
              label={t('playlists.form.showProgress')}
              checked={draft.showProgress}
              onChange={(showProgress) => set({ showProgress })}
            />
            <SwitchRow
              label={t('playlists.form.keepsCapacity')}
              text={t('playlists.form.keepsCapacityText')}
              checked={draft.keepsCapacity}
              onChange={(keepsCapacity) => set({ keepsCapacity })}
            />
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
        </>
      )}
    </FormDrawer>
  );
}

function ReportFinder({ onChoose }: { onChoose: (report: DraftItem['report']) => void }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<string | null>(null);
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
