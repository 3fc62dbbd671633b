import { galleryCategories } from '#contracts/gallery';

export interface DemoPiece {
  readonly file: string;
  readonly poster?: string;
  readonly title: string;
  readonly description: string;
  readonly alt: string;
  readonly category: string;
}

const pieces: readonly DemoPiece[] = [
  {
    file: 'product-roller.jpg',
    title: 'Roller shades in a reading corner',
    description: 'Light-filtering fabric, half lowered. Sample render.',
    alt: 'Light-filtering motorized roller shade half lowered over a double window beside an orange lounge chair',
    category: 'motorized-shades',
  },
  {
    file: 'demo/shade-lowering.mp4',
    poster: 'demo/shade-lowering-poster.jpg',
    title: 'Two shades, one touch',
    description: 'A pair of roller shades lowers together. Sample render.',
    alt: 'Two motorized roller shades lowering together',
    category: 'motorized-shades',
  },
  {
    file: 'product-shutters.jpg',
    title: 'Plantation shutters in a living room',
    description: 'White panels on two windows, one swung open. Sample render.',
    alt: 'White plantation shutters with one panel open behind a cream sofa with navy pillows',
    category: 'shutters',
  },
  {
    file: 'product-drapery.jpg',
    title: 'Ripple-fold drapery at the pool door',
    description: 'Drapery and sheers on one ceiling track. Sample render.',
    alt: 'Motorized ripple-fold drapery with sheers framing a sliding glass door to the pool',
    category: 'drapery',
  },
  {
    file: 'product-wood-blinds.jpg',
    title: 'Wood blinds in a home office',
    description: 'Dark slats, tilted to keep glare off the screen. Sample render.',
    alt: 'Dark wood blinds tilted open above a walnut desk in a home office',
    category: 'blinds',
  },
  {
    file: 'product-solar-screen.jpg',
    title: 'Solar screens that keep the view',
    description: 'Charcoal fabric on a wall of three windows. Sample render.',
    alt: 'Charcoal solar screen shades cutting glare while keeping the palms and lake in view',
    category: 'motorized-shades',
  },
  {
    file: 'demo/drapery-closing.mp4',
    poster: 'demo/drapery-closing-poster.jpg',
    title: 'Drapery that closes itself',
    description: 'Both sides meet in the middle. Sample render.',
    alt: 'Motorized drapery closing from both sides',
    category: 'drapery',
  },
  {
    file: 'bathroom-shutters.jpg',
    title: 'Shutters above the tub',
    description: 'Daylight and privacy. Sample render.',
    alt: 'Freestanding bathtub under white plantation shutters',
    category: 'shutters',
  },
  {
    file: 'exterior-lanai.jpg',
    title: 'Drop screens on the lanai',
    description: 'Three screens at three heights. Sample render.',
    alt: 'Covered lanai with motorized drop screens lowered to different heights beside a pool',
    category: 'motorized-shades',
  },
  {
    file: 'dining-drapery.jpg',
    title: 'Deep green drapery in a dining room',
    description: 'On a brass rod. Sample render.',
    alt: 'Dining room with deep green drapery on a brass rod and globe pendant lights',
    category: 'drapery',
  },
  {
    file: 'product-sheer-shading.jpg',
    title: 'Sheer shadings over a bench',
    description: 'Soft slats between two sheers. Sample render.',
    alt: 'Sheer shadings with soft floating vanes filtering daylight over a bench and lounge chair',
    category: 'blinds',
  },
  {
    file: 'product-cellular.jpg',
    title: 'Honeycomb shades in a breakfast nook',
    description: 'One opens from the top as well. Sample render.',
    alt: 'Honeycomb cellular shades in a breakfast nook, one set top-down bottom-up',
    category: 'motorized-shades',
  },
  {
    file: 'nursery.jpg',
    title: 'Cordless shade in a nursery',
    description: 'No cord within reach. Sample render.',
    alt: 'Nursery with a cordless cellular shade, white crib and soft toys',
    category: 'motorized-shades',
  },
  {
    file: 'commercial.jpg',
    title: 'Solar shades in a conference room',
    description: 'Lowered to one height across five windows. Sample render.',
    alt: 'Conference room with motorized solar shades aligned across the window wall',
    category: 'general',
  },
];

/** Our own renders of what the dealer sells, in gallery order. They are not photographs of finished jobs, so no text names a home. */
export const demoPieces = pieces.filter(({ category }) => galleryCategories.includes(category));
