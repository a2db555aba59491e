import { Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import { answerLength } from '../../../domain/questionnaire/rule.ts';
import { type Position, positionCodes, positions } from '../../../domain/users/person.ts';
import { call } from '../../app/data/api.ts';
import { toastError } from '../../app/notices/notify.ts';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import './questionnaire.css';

type Props = {
  opened: boolean;
  before?: { answer: Position | null; other: string | null };
  /** The label of the button that postpones or keeps the previous answer. */
  notNow: string;
  onLater: () => void;
  onSaved: () => void;
};

/** Asks for the user's job title: four answers, or another one typed in a second step (BEHAVIOUR 9). */
export function QuestionnaireDialog({ opened, before, notNow, onLater, onSaved }: Props) {
  const { t } = useTranslation();
  const who = useWho();
  const [choice, setChoice] = useState<Position | null>(before?.answer ?? null);
  const [words, setWords] = useState(before?.other ?? '');
  const [asking, setAsking] = useState(false);
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const said = words.trim();
  const fits = said.length >= answerLength.least && said.length <= answerLength.most;
  const save = async (answer: string) => {
    if (!who?.user.id) return;
    setSaving(true);
    try {
      await call('POST /api/auth/users/send/questionario/perfil', { user_id: who.user.id, perfil_usuario: answer });
      toast.success(t('questionnaire.saved'));
      onSaved();
    } catch (error) {
      toastError(error);
    } finally {
      setSaving(false);
    }
  };
  const submit = () => {
    if (!choice) return setTried(true);
    if (choice !== 'other') return void save(positionCodes[choice]);
    setTried(false);
    setAsking(true);
  };
  if (asking)
    return (
      <Dialog key="words" opened={opened} onClose={() => setAsking(false)} title={t('questionnaire.other.title')}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setTried(true);
            if (fits) void save(said);
          }}
        >
          <TextInput
            label={t('questionnaire.other.label')}
            value={words}
            maxLength={answerLength.most}
            data-autofocus
            error={tried && !fits ? t('questionnaire.other.wrong', answerLength) : undefined}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <div className="dialog-actions">
            <Button onClick={() => setAsking(false)}>{t('ui.cancel')}</Button>
            <Button kind="primary" type="submit" loading={saving}>
              {t('questionnaire.save')}
            </Button>
          </div>
        </form>
      </Dialog>
    );
  return (
    <Dialog key="choice" opened={opened} onClose={onLater} title={t('questionnaire.title')} text={t('questionnaire.text')}>
      <Radio.Group
        aria-label={t('questionnaire.title')}
        value={choice}
        onChange={(value) => setChoice(positions.find((position) => position === value) ?? null)}
        error={tried && !choice ? t('questionnaire.choose') : undefined}
      >
        <div className="questionnaire-options">
          {positions.map((position) => (
            <Radio key={position} value={position} label={t(`questionnaire.option.${position}`)} />
          ))}
        </div>
      </Radio.Group>
      <div className="dialog-actions">
        <Button onClick={onLater}>{notNow}</Button>
        <Button kind="primary" loading={saving} onClick={submit}>
          {t(choice === 'other' ? 'questionnaire.next' : 'questionnaire.save')}
        </Button>
      </div>
    </Dialog>
  );
}
