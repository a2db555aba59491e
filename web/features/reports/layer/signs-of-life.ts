// The frame has another origin and hides mouse and keyboard. What is seen from outside: focus, a pointer in the portal or crossing the
// frame's
// edge, and events of the report that only a person causes (BEHAVIOUR 2, live viewer).

let isSeen = false;

/** Notes that a person is there. */
export function noteSign(): void {
  isSeen = true;
}

/** Whether a person gave a sign since this was last asked. */
export function takeSign(): boolean {
  const was = isSeen;
  isSeen = false;
  return was;
}

// `blur` is focus that goes into the frame.
const ofWindow = ['focus', 'blur'] as const;
const ofDocument = ['pointerover', 'pointerdown', 'keydown'] as const;

/** Listens for signs outside of the frame; returns what ends it. */
export function watchSigns(): () => void {
  for (const name of ofWindow) window.addEventListener(name, noteSign);
  for (const name of ofDocument) document.addEventListener(name, noteSign, { passive: true, capture: true });
  return () => {
    for (const name of ofWindow) window.removeEventListener(name, noteSign);
    for (const name of ofDocument) document.removeEventListener(name, noteSign, { capture: true });
  };
}
