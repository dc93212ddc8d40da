# About queue.aig, in the form of the IICTL paper's files: formulas that follow each other.
AG EF (count<0>=0 & count<1>=0 & count<2>=0)
AG (count<2>=1 -> AX EF count<2>=1)
EG ~count<2>
E count<2>=0 U count<2>=1
AF count<0>=1
