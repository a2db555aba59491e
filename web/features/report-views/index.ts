// The public parts of views and sharing, for the viewer.
export { useSharePart } from './use-share-part.tsx';
export { useViewsPart } from './use-views-part.tsx';
