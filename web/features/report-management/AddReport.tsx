import { Radio, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { maxDescriptionLength, maxTitleLength, maxUrlLength } from '../../../domain/report-management/limits.ts';
import { fieldProblem } from '../../../domain/validation/field.ts';
import { useGo } from '../../app/address/address.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { IconExternalLink, IconReportAnalytics, IconTableImport } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { toast } from '../../ui/toast.ts';
import { problemTexts, useForm } from '../../ui/use-form.ts';
import { PlaceFields } from './PlaceFields.tsx';
import { managePath } from './paths.ts';
import { refreshReports } from './queries.ts';

type Props = { opened: boolean; onClose: () => void; onImport: () => void };
type Draft = {
  title: string;
  externalUrl: string;
  description: string;
  groupId: string | null;
  subgroupId: string | null;
  audience: 'everyone' | 'nobody';
};
const empty: Draft = { title: '', externalUrl: '', description: '', groupId: null, subgroupId: null, audience: 'everyone' };
const fields = ['title', 'externalUrl', 'description', 'groupId', 'subgroupId'] as const;

/** Adds a report, by kind: a workspace report is published by the import, a link is entered here. */
export function AddReport({ opened, onClose: shut, onImport }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const go = useGo();
  const [kind, setKind] = useState<'powerbi' | 'external'>('powerbi');
  const form = useForm<Draft>({
    start: empty,
    problems: ({ title, externalUrl }) =>
      problemTexts(
        {
          title: fieldProblem(title) ?? undefined,
          externalUrl:
            fieldProblem(externalUrl) ?? (/^https:\/\/\S+$/i.test(externalUrl.trim()) ? undefined : ('manage.link.https' as const)),
        },
        (wrong, field) => t(wrong, { name: t(`manage.field.${field}`) }),
      ),
  });
  const { draft, getError } = form;
  const { save, busy, problem, clear } = useSave({ fields, refuseAt: form.refuse });
  // Reset the form at every opening.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reset functions change with every render.
  useEffect(() => {
    if (!opened) return;
    form.load(empty);
    clear();
    setKind('powerbi');
  }, [opened]);
  const link = kind === 'external';
  const dirty = link && form.dirty;
  const { leave } = useDrawerGuard(opened, dirty);
  const onClose = () => leave(shut);
  const set = (change: Partial<Draft>) => {
    form.change(change);
    clear();
  };
  const submit = async () => {
    if (!form.check()) return;
    await save(async () => {
      const { id, link } = await call('POST /api/auth/management/reports', draft);
      refreshReports(client);
      toast.success(t('manage.added'), { text: t(`manage.link.${link}`) });
      leave(() => go(managePath(id)));
    });
  };
  return (
    <FormDrawer
      opened={opened}
      title={t('manage.add.title')}
      dirty={dirty}
      saving={busy}
      readOnly={!link}
      submitLabel={t('manage.add.submit')}
      problem={problem?.text}
      onSubmit={submit}
      onClose={onClose}
    >
      <Segmented
        label={t('manage.add.kind')}
        segments={[
          { value: 'powerbi', label: t('manage.kind.powerbi'), icon: IconReportAnalytics },
          { value: 'external', label: t('manage.kind.external'), icon: IconExternalLink },
        ]}
        value={kind}
        onChange={setKind}
      />
      {!link && (
        <Notice tone="info" icon={IconTableImport}>
          <p>{t('manage.add.powerbi')}</p>
          <Button kind="primary" className="manage-go" onClick={onImport}>
            {t('manage.import')}
          </Button>
        </Notice>
      )}
      {link && (
        <>
          <TextInput
            data-autofocus
            label={t('manage.field.title')}
            value={draft.title}
            onChange={(event) => set({ title: event.currentTarget.value })}
            error={getError('title')}
            maxLength={maxTitleLength}
            autoComplete="off"
          />
          <TextInput
            label={t('manage.field.externalUrl')}
            description={t('manage.link.help')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder="https://"
            type="url"
            inputMode="url"
            value={draft.externalUrl}
            onChange={(event) => set({ externalUrl: event.currentTarget.value })}
            error={getError('externalUrl')}
            maxLength={maxUrlLength}
            autoComplete="off"
          />
          <Textarea
            label={
              <>
                {t('manage.field.description')} <span className="muted">{t('ui.form.optional')}</span>
              </>
            }
            value={draft.description}
            onChange={(event) => set({ description: event.currentTarget.value })}
            maxLength={maxDescriptionLength}
            autosize
            minRows={2}
            maxRows={6}
          />
          <PlaceFields
            groupId={draft.groupId}
            subgroupId={draft.subgroupId}
            onChange={set}
            error={getError('groupId') ?? getError('subgroupId')}
          />
          <Radio.Group
            label={t('manage.import.audience')}
            value={draft.audience}
            onChange={(value) => set({ audience: value === 'everyone' ? 'everyone' : 'nobody' })}
          >
            <div className="audience">
              <Radio value="everyone" label={t('manage.import.everyone')} description={t('manage.import.everyoneHelp')} />
              <Radio value="nobody" label={t('manage.import.nobody')} description={t('manage.import.nobodyHelp')} />
            </div>
          </Radio.Group>
        </>
      )}
    </FormDrawer>
  );
}
