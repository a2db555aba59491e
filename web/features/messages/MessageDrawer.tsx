import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Language } from '../../../domain/session/languages.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useIsGuest } from '../../app/shell/use-shell.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { toast } from '../../ui/toast.ts';
import { htmlWords } from '../html-import/index.ts';
import { AudienceField } from './AudienceField.tsx';
import { Count } from './Count.tsx';
import { countQuery, mutable, refreshMessages } from './loader.ts';
import { emptyDraft, getAudience, getTexts, writtenIn } from './message-draft.ts';
import { Preview } from './Preview.tsx';
import { TextFields } from './TextFields.tsx';
import { useMessageForm } from './use-message-form.ts';

type Props = { opened: boolean; onClose: () => void };

/** A new message: who gets it, its texts, and how it will look. */
export function MessageDrawer({ opened, onClose: shut }: Props) {
  const { t, language } = useTranslation();
  const [part, setPart] = useState<'text' | 'preview'>('text');
  const form = useMessageForm();
  const { save, busy, problem, problemAt, clear } = useSave({
    fields: ['audience', 'texts'],
    refuseAt: form.refuse,
    words: (error) => htmlWords(error, t),
    refresh: refreshMessages,
  });
  const test = useSave({ refusal: 'toast' });
  const { leave } = useDrawerGuard(opened, form.dirty);
  const guest = useIsGuest();
  const onClose = () => leave(shut);
  const { draft } = form;
  const audience = getAudience(draft);
  // No suspense: the count follows the fields.
  const { data: count } = useQuery({ ...countQuery(audience ?? { type: 'all' }), enabled: audience !== null });
  const unitSends = count?.unitSends ?? true;

  const submit = async () => {
    clear();
    if (!form.check() || !audience) return setPart('text');
    if (count?.people === 0) return form.refuse('audience', t('messages.send.nobody'));
    const agreed = await confirm({
      title: t('messages.send.title', { count: count?.people ?? 0 }),
      text: t('messages.send.text'),
      yes: t('messages.send'),
      no: t('messages.send.back'),
    });
    if (!agreed) return;
    await save(async () => {
      await call('POST /api/auth/messages', { audience: mutable(audience), texts: getTexts(draft), mail: draft.mail ? 'S' : 'N' });
      toast.success(t('messages.sent'), { text: t('messages.sent.text') });
      form.load(emptyDraft, 0);
      shut();
    });
  };
  const testIn = (own: Language) =>
    test.save(async () => {
      const { to } = await call('POST /api/auth/messages/test', { texts: getTexts(draft), language: own });
      toast.success(t('messages.tested', { address: to }));
    });
  const parts = [
    { id: 'text' as const, label: t('messages.form.body') },
    { id: 'preview' as const, label: t('messages.preview') },
  ];
  return (
    <FormDrawer
      opened={opened}
      title={t('messages.new')}
      dirty={opened && form.dirty}
      saving={busy}
      submitLabel={t('messages.send')}
      problem={problem?.text ?? problemAt('texts')}
      aside={
        !guest &&
        writtenIn(draft).length > 0 && (
          <Button loading={test.busy} onClick={() => void testIn(language)}>
            {t('messages.test')}
          </Button>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <Tabs label={t('messages.new')} tabs={parts} value={part} onChange={setPart}>
        {part === 'preview' ? (
          <Preview draft={draft} mail={draft.mail && unitSends} />
        ) : (
          <div className="message-parts">
            <AudienceField form={form} />
            {audience && <Count count={count} toAll={draft.type === 'all'} mail={draft.mail} />}
            <TextFields form={form} />
            <SwitchRow
              label={t('messages.form.mail')}
              text={t('messages.form.mailHelp')}
              checked={draft.mail && unitSends}
              onChange={(mail) => form.set('mail', mail)}
              disabledReason={unitSends ? null : t('messages.portalOnly')}
            />
          </div>
        )}
      </Tabs>
    </FormDrawer>
  );
}
