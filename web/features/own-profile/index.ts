export { MissingDetails } from './MissingDetails.tsx';
export { PictureChooser } from './PictureChooser.tsx';
