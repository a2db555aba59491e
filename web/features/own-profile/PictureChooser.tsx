import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { maxPictureBytes } from '../../../domain/users/limits.ts';
import { useTranslation } from '../../i18n.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconPhotoUp, IconTrash } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { readBase64 } from '../../ui/read-base64.ts';
import { toast } from '../../ui/toast.ts';
import './own-profile.css';
import { useSave } from '../../app/data/use-save.ts';

const accepted = 'image/png,image/jpeg,image/webp';

type Props = {
  name: string;
  picture: string | null;
  /** Saves the chosen picture, as base64. */
  onUse: (data: string) => Promise<void>;
  onRemove: () => Promise<void>;
};

/** The user's picture: choose, preview, then save separately from the form. */
export function PictureChooser({ name, picture, onUse, onRemove }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [picked, setPicked] = useState<{ file: File; address: string } | null>(null);
  const { save, busy, problem, refuse, clear } = useSave();
  // Releases a preview's memory when another is chosen or the form is closed.
  useEffect(() => {
    if (!picked) return;
    return () => URL.revokeObjectURL(picked.address);
  }, [picked]);
  const run = async (work: () => Promise<void>, done: string) => {
    if (!(await save(work))) return;
    setPicked(null);
    toast.success(done);
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    event.currentTarget.value = '';
    clear();
    if (!file) return;
    if (file.type === '' || !accepted.includes(file.type)) return refuse(t('users.picture.wrongType'));
    if (file.size > maxPictureBytes) return refuse(t('users.picture.tooBig'));
    setPicked({ file, address: URL.createObjectURL(file) });
  };
  const upload = () => picked && void run(async () => onUse(await readBase64(picked.file)), t('users.picture.saved'));
  return (
    <section className="user-picture" aria-label={t('users.picture.title')}>
      <Avatar name={name} picture={picked?.address ?? picture} size={72} />
      <div>
        <div className="row row-wrap">
          {picked ? (
            <>
              <Button size="s" kind="primary" loading={busy} onClick={upload}>
                {t('users.picture.use')}
              </Button>
              <Button size="s" onClick={() => setPicked(null)}>
                {t('ui.cancel')}
              </Button>
            </>
          ) : (
            <>
              <Button size="s" icon={IconPhotoUp} onClick={() => input.current?.click()}>
                {t(picture ? 'users.picture.replace' : 'users.picture.choose')}
              </Button>
              {picture && (
                <Button size="s" icon={IconTrash} loading={busy} onClick={() => void run(onRemove, t('users.picture.removed'))}>
                  {t('users.picture.remove')}
                </Button>
              )}
            </>
          )}
          <input ref={input} type="file" accept={accepted} hidden onChange={choose} aria-label={t('users.picture.choose')} />
        </div>
        <p className="small muted">{t('users.picture.help')}</p>
        {problem && <Notice tone="err">{problem.text}</Notice>}
      </div>
    </section>
  );
}
