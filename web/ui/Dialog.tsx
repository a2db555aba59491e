import { Modal } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useEscape } from './use-escape.ts';
import { useReturnFocus } from './use-return-focus.ts';
import { useStartFocus } from './use-start-focus.ts';

type Props = {
  opened: boolean;
  onClose: () => void;
  /** A question or a verb. */
  title: string;
  /** Describes the dialog to assistive technology too. */
  text?: ReactNode;
  /** A picture above the title, to the edges. */
  cover?: ReactNode;
  width?: number;
  /** Above another dialog or drawer: for confirmations. */
  top?: boolean;
  children: ReactNode;
};

/**
 * A centred dialog, 520 px by default, a bottom sheet on a phone; focus is trapped and restored. Put the actions in a `dialog-actions` row,
 * primary right.
 */
export function Dialog({ opened, onClose, title, text, cover, width = 520, top = false, children }: Props) {
  const content = useRef<HTMLDivElement>(null);
  useReturnFocus(opened, content);
  const onKeyDown = useEscape(opened, onClose);
  const attach = useStartFocus(content);
  return (
    <Modal.Root
      opened={opened}
      returnFocus={false}
      closeOnEscape={false}
      onKeyDown={onKeyDown}
      onClose={onClose}
      centered
      size={width}
      zIndex={top ? 320 : 210}
      transitionProps={{ transition: 'fade-down', duration: 180 }}
    >
      <Modal.Overlay backgroundOpacity={1} />
      <Modal.Content ref={attach}>
        {cover}
        <div className="dialog">
          <Modal.Title className="dialog-title">{title}</Modal.Title>
          {text && (
            <Modal.Body className="dialog-text" p={0}>
              {text}
            </Modal.Body>
          )}
          {children}
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
