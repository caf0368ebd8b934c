/* The page of vazba (MIT), with three.js 0.170.0 (MIT, three.js authors), uPlot 1.6.32 (MIT, Leon Sorokin) and fflate 0.8.3 (MIT, Arjun Barrett). Built from viewer/. */
"use strict";(()=>{var Fu="170",Qs={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},tr={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},m0=0,af=1,g0=2;var _p=1,v0=2,Ki=3,ki=0,wn=1,yi=2,_s=0,zr=1,lf=2,cf=3,hf=4,y0=5,zs=100,x0=101,_0=102,b0=103,M0=104,w0=200,S0=201,E0=202,A0=203,mh=204,gh=205,T0=206,C0=207,R0=208,P0=209,I0=210,L0=211,D0=212,U0=213,N0=214,vh=0,yh=1,xh=2,Gr=3,_h=4,bh=5,Mh=6,wh=7,bp=0,F0=1,O0=2,bs=0,k0=1,z0=2,B0=3,V0=4,H0=5,G0=6,W0=7;var Mp=300,Wr=301,Xr=302,Sh=303,Eh=304,Il=306,Ah=1e3,Hs=1001,Th=1002,Xn=1003,X0=1004;var va=1005;var Oi=1006,Oc=1007;var Gs=1008;var ts=1009,wp=1010,Sp=1011,Oo=1012,Ou=1013,Ws=1014,ii=1015,Zo=1016,ku=1017,zu=1018,qr=1020,Ep=35902,Ap=1021,Tp=1022,Wn=1023,Cp=1024,Rp=1025,Br=1026,Yr=1027,Bu=1028,Vu=1029,Pp=1030,Hu=1031;var Gu=1033,Xa=33776,qa=33777,Ya=33778,$a=33779,Ch=35840,Rh=35841,Ph=35842,Ih=35843,Lh=36196,Dh=37492,Uh=37496,Nh=37808,Fh=37809,Oh=37810,kh=37811,zh=37812,Bh=37813,Vh=37814,Hh=37815,Gh=37816,Wh=37817,Xh=37818,qh=37819,Yh=37820,$h=37821,Za=36492,Zh=36494,Jh=36495,Ip=36283,Kh=36284,jh=36285,Qh=36286;var Ja=2300,tu=2301,kc=2302,uf=2400,df=2401,ff=2402;var q0=3200,Y0=3201;var $0=0,Z0=1,xs="",ni="srgb",jr="srgb-linear",Ll="linear",Te="srgb";var br=7680;var pf=519,J0=512,K0=513,j0=514,Lp=515,Q0=516,tv=517,ev=518,nv=519,mf=35044;var gf="300 es",ji=2e3,Ka=2001,es=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[t]===void 0&&(n[t]=[]),n[t].indexOf(e)===-1&&n[t].push(e)}hasEventListener(t,e){if(this._listeners===void 0)return!1;let n=this._listeners;return n[t]!==void 0&&n[t].indexOf(e)!==-1}removeEventListener(t,e){if(this._listeners===void 0)return;let s=this._listeners[t];if(s!==void 0){let r=s.indexOf(e);r!==-1&&s.splice(r,1)}}dispatchEvent(t){if(this._listeners===void 0)return;let n=this._listeners[t.type];if(n!==void 0){t.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,t);t.target=null}}},_n=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],vf=1234567,Io=Math.PI/180,ko=180/Math.PI;function er(){let i=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(_n[i&255]+_n[i>>8&255]+_n[i>>16&255]+_n[i>>24&255]+"-"+_n[t&255]+_n[t>>8&255]+"-"+_n[t>>16&15|64]+_n[t>>24&255]+"-"+_n[e&63|128]+_n[e>>8&255]+"-"+_n[e>>16&255]+_n[e>>24&255]+_n[n&255]+_n[n>>8&255]+_n[n>>16&255]+_n[n>>24&255]).toLowerCase()}function pn(i,t,e){return Math.max(t,Math.min(e,i))}function Wu(i,t){return(i%t+t)%t}function iv(i,t,e,n,s){return n+(i-t)*(s-n)/(e-t)}function sv(i,t,e){return i!==t?(e-i)/(t-i):0}function Lo(i,t,e){return(1-e)*i+e*t}function rv(i,t,e,n){return Lo(i,t,1-Math.exp(-e*n))}function ov(i,t=1){return t-Math.abs(Wu(i,t*2)-t)}function av(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*(3-2*i))}function lv(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*i*(i*(i*6-15)+10))}function cv(i,t){return i+Math.floor(Math.random()*(t-i+1))}function hv(i,t){return i+Math.random()*(t-i)}function uv(i){return i*(.5-Math.random())}function dv(i){i!==void 0&&(vf=i);let t=vf+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}function fv(i){return i*Io}function pv(i){return i*ko}function mv(i){return(i&i-1)===0&&i!==0}function gv(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function vv(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function yv(i,t,e,n,s){let r=Math.cos,o=Math.sin,a=r(e/2),l=o(e/2),c=r((t+n)/2),h=o((t+n)/2),u=r((t-n)/2),d=o((t-n)/2),f=r((n-t)/2),g=o((n-t)/2);switch(s){case"XYX":i.set(a*h,l*u,l*d,a*c);break;case"YZY":i.set(l*d,a*h,l*u,a*c);break;case"ZXZ":i.set(l*u,l*d,a*h,a*c);break;case"XZX":i.set(a*h,l*g,l*f,a*c);break;case"YXY":i.set(l*f,a*h,l*g,a*c);break;case"ZYZ":i.set(l*g,l*f,a*h,a*c);break;default:console.warn("THREE.MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function Fr(i,t){switch(t.constructor){case Float32Array:return i;case Uint32Array:return i/4294967295;case Uint16Array:return i/65535;case Uint8Array:return i/255;case Int32Array:return Math.max(i/2147483647,-1);case Int16Array:return Math.max(i/32767,-1);case Int8Array:return Math.max(i/127,-1);default:throw new Error("Invalid component type.")}}function Cn(i,t){switch(t.constructor){case Float32Array:return i;case Uint32Array:return Math.round(i*4294967295);case Uint16Array:return Math.round(i*65535);case Uint8Array:return Math.round(i*255);case Int32Array:return Math.round(i*2147483647);case Int16Array:return Math.round(i*32767);case Int8Array:return Math.round(i*127);default:throw new Error("Invalid component type.")}}var Dp={DEG2RAD:Io,RAD2DEG:ko,generateUUID:er,clamp:pn,euclideanModulo:Wu,mapLinear:iv,inverseLerp:sv,lerp:Lo,damp:rv,pingpong:ov,smoothstep:av,smootherstep:lv,randInt:cv,randFloat:hv,randFloatSpread:uv,seededRandom:dv,degToRad:fv,radToDeg:pv,isPowerOfTwo:mv,ceilPowerOfTwo:gv,floorPowerOfTwo:vv,setQuaternionFromProperEuler:yv,normalize:Cn,denormalize:Fr},gt=class i{constructor(t=0,e=0){i.prototype.isVector2=!0,this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,n=this.y,s=t.elements;return this.x=s[0]*e+s[3]*n+s[6],this.y=s[1]*e+s[4]*n+s[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=Math.max(t.x,Math.min(e.x,this.x)),this.y=Math.max(t.y,Math.min(e.y,this.y)),this}clampScalar(t,e){return this.x=Math.max(t,Math.min(e,this.x)),this.y=Math.max(t,Math.min(e,this.y)),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Math.max(t,Math.min(e,n)))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(pn(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y;return e*e+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let n=Math.cos(e),s=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*n-o*s+t.x,this.y=r*s+o*n+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},oe=class i{constructor(t,e,n,s,r,o,a,l,c){i.prototype.isMatrix3=!0,this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c)}set(t,e,n,s,r,o,a,l,c){let h=this.elements;return h[0]=t,h[1]=s,h[2]=a,h[3]=e,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],this}extractBasis(t,e,n){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],d=n[2],f=n[5],g=n[8],v=s[0],m=s[3],p=s[6],b=s[1],_=s[4],y=s[7],U=s[2],A=s[5],I=s[8];return r[0]=o*v+a*b+l*U,r[3]=o*m+a*_+l*A,r[6]=o*p+a*y+l*I,r[1]=c*v+h*b+u*U,r[4]=c*m+h*_+u*A,r[7]=c*p+h*y+u*I,r[2]=d*v+f*b+g*U,r[5]=d*m+f*_+g*A,r[8]=d*p+f*y+g*I,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8];return e*o*h-e*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=h*o-a*c,d=a*l-h*r,f=c*r-o*l,g=e*u+n*d+s*f;if(g===0)return this.set(0,0,0,0,0,0,0,0,0);let v=1/g;return t[0]=u*v,t[1]=(s*c-h*n)*v,t[2]=(a*n-s*o)*v,t[3]=d*v,t[4]=(h*e-s*l)*v,t[5]=(s*r-a*e)*v,t[6]=f*v,t[7]=(n*l-c*e)*v,t[8]=(o*e-n*r)*v,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+t,-s*c,s*l,-s*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return this.premultiply(zc.makeScale(t,e)),this}rotate(t){return this.premultiply(zc.makeRotation(-t)),this}translate(t,e){return this.premultiply(zc.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,n,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<9;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<9;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t}clone(){return new this.constructor().fromArray(this.elements)}},zc=new oe;function Up(i){for(let t=i.length-1;t>=0;--t)if(i[t]>=65535)return!0;return!1}function ja(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function xv(){let i=ja("canvas");return i.style.display="block",i}var yf={};function Ro(i){i in yf||(yf[i]=!0,console.warn(i))}function _v(i,t,e){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(t,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:n()}}setTimeout(r,e)})}function bv(i){let t=i.elements;t[2]=.5*t[2]+.5*t[3],t[6]=.5*t[6]+.5*t[7],t[10]=.5*t[10]+.5*t[11],t[14]=.5*t[14]+.5*t[15]}function Mv(i){let t=i.elements;t[11]===-1?(t[10]=-t[10]-1,t[14]=-t[14]):(t[10]=-t[10],t[14]=-t[14]+1)}var me={enabled:!0,workingColorSpace:jr,spaces:{},convert:function(i,t,e){return this.enabled===!1||t===e||!t||!e||(this.spaces[t].transfer===Te&&(i.r=Qi(i.r),i.g=Qi(i.g),i.b=Qi(i.b)),this.spaces[t].primaries!==this.spaces[e].primaries&&(i.applyMatrix3(this.spaces[t].toXYZ),i.applyMatrix3(this.spaces[e].fromXYZ)),this.spaces[e].transfer===Te&&(i.r=Vr(i.r),i.g=Vr(i.g),i.b=Vr(i.b))),i},fromWorkingColorSpace:function(i,t){return this.convert(i,this.workingColorSpace,t)},toWorkingColorSpace:function(i,t){return this.convert(i,t,this.workingColorSpace)},getPrimaries:function(i){return this.spaces[i].primaries},getTransfer:function(i){return i===xs?Ll:this.spaces[i].transfer},getLuminanceCoefficients:function(i,t=this.workingColorSpace){return i.fromArray(this.spaces[t].luminanceCoefficients)},define:function(i){Object.assign(this.spaces,i)},_getMatrix:function(i,t,e){return i.copy(this.spaces[t].toXYZ).multiply(this.spaces[e].fromXYZ)},_getDrawingBufferColorSpace:function(i){return this.spaces[i].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(i=this.workingColorSpace){return this.spaces[i].workingColorSpaceConfig.unpackColorSpace}};function Qi(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function Vr(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var xf=[.64,.33,.3,.6,.15,.06],_f=[.2126,.7152,.0722],bf=[.3127,.329],Mf=new oe().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),wf=new oe().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);me.define({[jr]:{primaries:xf,whitePoint:bf,transfer:Ll,toXYZ:Mf,fromXYZ:wf,luminanceCoefficients:_f,workingColorSpaceConfig:{unpackColorSpace:ni},outputColorSpaceConfig:{drawingBufferColorSpace:ni}},[ni]:{primaries:xf,whitePoint:bf,transfer:Te,toXYZ:Mf,fromXYZ:wf,luminanceCoefficients:_f,outputColorSpaceConfig:{drawingBufferColorSpace:ni}}});var Mr,eu=class{static getDataURL(t){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let e;if(t instanceof HTMLCanvasElement)e=t;else{Mr===void 0&&(Mr=ja("canvas")),Mr.width=t.width,Mr.height=t.height;let n=Mr.getContext("2d");t instanceof ImageData?n.putImageData(t,0,0):n.drawImage(t,0,0,t.width,t.height),e=Mr}return e.width>2048||e.height>2048?(console.warn("THREE.ImageUtils.getDataURL: Image converted to jpg for performance reasons",t),e.toDataURL("image/jpeg",.6)):e.toDataURL("image/png")}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=ja("canvas");e.width=t.width,e.height=t.height;let n=e.getContext("2d");n.drawImage(t,0,0,t.width,t.height);let s=n.getImageData(0,0,t.width,t.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=Qi(r[o]/255)*255;return n.putImageData(s,0,0),e}else if(t.data){let e=t.data.slice(0);for(let n=0;n<e.length;n++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[n]=Math.floor(Qi(e[n]/255)*255):e[n]=Qi(e[n]);return{data:e,width:t.width,height:t.height}}else return console.warn("THREE.ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},wv=0,Qa=class{constructor(t=null){this.isSource=!0,Object.defineProperty(this,"id",{value:wv++}),this.uuid=er(),this.data=t,this.dataReady=!0,this.version=0}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(Bc(s[o].image)):r.push(Bc(s[o]))}else r=Bc(s);n.url=r}return e||(t.images[this.uuid]=n),n}};function Bc(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?eu.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(console.warn("THREE.Texture: Unable to serialize Texture."),{})}var Sv=0,qn=class i extends es{constructor(t=i.DEFAULT_IMAGE,e=i.DEFAULT_MAPPING,n=Hs,s=Hs,r=Oi,o=Gs,a=Wn,l=ts,c=i.DEFAULT_ANISOTROPY,h=xs){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:Sv++}),this.uuid=er(),this.name="",this.source=new Qa(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new gt(0,0),this.repeat=new gt(1,1),this.center=new gt(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new oe,this.generateMipmaps=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.version=0,this.onUpdate=null,this.isRenderTargetTexture=!1,this.pmremVersion=0}get image(){return this.source.data}set image(t=null){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let n={metadata:{version:4.6,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),e||(t.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==Mp)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case Ah:t.x=t.x-Math.floor(t.x);break;case Hs:t.x=t.x<0?0:1;break;case Th:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case Ah:t.y=t.y-Math.floor(t.y);break;case Hs:t.y=t.y<0?0:1;break;case Th:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};qn.DEFAULT_IMAGE=null;qn.DEFAULT_MAPPING=Mp;qn.DEFAULT_ANISOTROPY=1;var Ye=class i{constructor(t=0,e=0,n=0,s=1){i.prototype.isVector4=!0,this.x=t,this.y=e,this.z=n,this.w=s}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,n,s){return this.x=t,this.y=e,this.z=n,this.w=s,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*e+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*e+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*e+o[7]*n+o[11]*s+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,n,s,r,l=t.elements,c=l[0],h=l[4],u=l[8],d=l[1],f=l[5],g=l[9],v=l[2],m=l[6],p=l[10];if(Math.abs(h-d)<.01&&Math.abs(u-v)<.01&&Math.abs(g-m)<.01){if(Math.abs(h+d)<.1&&Math.abs(u+v)<.1&&Math.abs(g+m)<.1&&Math.abs(c+f+p-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let _=(c+1)/2,y=(f+1)/2,U=(p+1)/2,A=(h+d)/4,I=(u+v)/4,D=(g+m)/4;return _>y&&_>U?_<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(_),s=A/n,r=I/n):y>U?y<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(y),n=A/s,r=D/s):U<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(U),n=I/r,s=D/r),this.set(n,s,r,e),this}let b=Math.sqrt((m-g)*(m-g)+(u-v)*(u-v)+(d-h)*(d-h));return Math.abs(b)<.001&&(b=1),this.x=(m-g)/b,this.y=(u-v)/b,this.z=(d-h)/b,this.w=Math.acos((c+f+p-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=Math.max(t.x,Math.min(e.x,this.x)),this.y=Math.max(t.y,Math.min(e.y,this.y)),this.z=Math.max(t.z,Math.min(e.z,this.z)),this.w=Math.max(t.w,Math.min(e.w,this.w)),this}clampScalar(t,e){return this.x=Math.max(t,Math.min(e,this.x)),this.y=Math.max(t,Math.min(e,this.y)),this.z=Math.max(t,Math.min(e,this.z)),this.w=Math.max(t,Math.min(e,this.w)),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Math.max(t,Math.min(e,n)))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this.w=t.w+(e.w-t.w)*n,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},nu=class extends es{constructor(t=1,e=1,n={}){super(),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=1,this.scissor=new Ye(0,0,t,e),this.scissorTest=!1,this.viewport=new Ye(0,0,t,e);let s={width:t,height:e,depth:1};n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Oi,depthBuffer:!0,stencilBuffer:!1,resolveDepthBuffer:!0,resolveStencilBuffer:!0,depthTexture:null,samples:0,count:1},n);let r=new qn(s,n.mapping,n.wrapS,n.wrapT,n.magFilter,n.minFilter,n.format,n.type,n.anisotropy,n.colorSpace);r.flipY=!1,r.generateMipmaps=n.generateMipmaps,r.internalFormat=n.internalFormat,this.textures=[];let o=n.count;for(let a=0;a<o;a++)this.textures[a]=r.clone(),this.textures[a].isRenderTargetTexture=!0;this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.depthTexture=n.depthTexture,this.samples=n.samples}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}setSize(t,e,n=1){if(this.width!==t||this.height!==e||this.depth!==n){this.width=t,this.height=e,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=t,this.textures[s].image.height=e,this.textures[s].image.depth=n;this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let n=0,s=t.textures.length;n<s;n++)this.textures[n]=t.textures[n].clone(),this.textures[n].isRenderTargetTexture=!0;let e=Object.assign({},t.texture.image);return this.texture.source=new Qa(e),this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,t.depthTexture!==null&&(this.depthTexture=t.depthTexture.clone()),this.samples=t.samples,this}dispose(){this.dispatchEvent({type:"dispose"})}},ns=class extends nu{constructor(t=1,e=1,n={}){super(t,e,n),this.isWebGLRenderTarget=!0}},tl=class extends qn{constructor(t=null,e=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Xn,this.minFilter=Xn,this.wrapR=Hs,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var iu=class extends qn{constructor(t=null,e=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Xn,this.minFilter=Xn,this.wrapR=Hs,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var Un=class{constructor(t=0,e=0,n=0,s=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=n,this._w=s}static slerpFlat(t,e,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],u=n[s+3],d=r[o+0],f=r[o+1],g=r[o+2],v=r[o+3];if(a===0){t[e+0]=l,t[e+1]=c,t[e+2]=h,t[e+3]=u;return}if(a===1){t[e+0]=d,t[e+1]=f,t[e+2]=g,t[e+3]=v;return}if(u!==v||l!==d||c!==f||h!==g){let m=1-a,p=l*d+c*f+h*g+u*v,b=p>=0?1:-1,_=1-p*p;if(_>Number.EPSILON){let U=Math.sqrt(_),A=Math.atan2(U,p*b);m=Math.sin(m*A)/U,a=Math.sin(a*A)/U}let y=a*b;if(l=l*m+d*y,c=c*m+f*y,h=h*m+g*y,u=u*m+v*y,m===1-a){let U=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=U,c*=U,h*=U,u*=U}}t[e]=l,t[e+1]=c,t[e+2]=h,t[e+3]=u}static multiplyQuaternionsFlat(t,e,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],u=r[o],d=r[o+1],f=r[o+2],g=r[o+3];return t[e]=a*g+h*u+l*f-c*d,t[e+1]=l*g+h*d+c*u-a*f,t[e+2]=c*g+h*f+a*d-l*u,t[e+3]=h*g-a*u-l*d-c*f,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,n,s){return this._x=t,this._y=e,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let n=t._x,s=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),u=a(r/2),d=l(n/2),f=l(s/2),g=l(r/2);switch(o){case"XYZ":this._x=d*h*u+c*f*g,this._y=c*f*u-d*h*g,this._z=c*h*g+d*f*u,this._w=c*h*u-d*f*g;break;case"YXZ":this._x=d*h*u+c*f*g,this._y=c*f*u-d*h*g,this._z=c*h*g-d*f*u,this._w=c*h*u+d*f*g;break;case"ZXY":this._x=d*h*u-c*f*g,this._y=c*f*u+d*h*g,this._z=c*h*g+d*f*u,this._w=c*h*u-d*f*g;break;case"ZYX":this._x=d*h*u-c*f*g,this._y=c*f*u+d*h*g,this._z=c*h*g-d*f*u,this._w=c*h*u+d*f*g;break;case"YZX":this._x=d*h*u+c*f*g,this._y=c*f*u+d*h*g,this._z=c*h*g-d*f*u,this._w=c*h*u-d*f*g;break;case"XZY":this._x=d*h*u-c*f*g,this._y=c*f*u-d*h*g,this._z=c*h*g+d*f*u,this._w=c*h*u+d*f*g;break;default:console.warn("THREE.Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let n=e/2,s=Math.sin(n);return this._x=t.x*s,this._y=t.y*s,this._z=t.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,n=e[0],s=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],h=e[6],u=e[10],d=n+a+u;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(o-s)*f}else if(n>a&&n>u){let f=2*Math.sqrt(1+n-a-u);this._w=(h-l)/f,this._x=.25*f,this._y=(s+o)/f,this._z=(r+c)/f}else if(a>u){let f=2*Math.sqrt(1+a-n-u);this._w=(r-c)/f,this._x=(s+o)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+u-n-a);this._w=(o-s)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let n=t.dot(e)+1;return n<Number.EPSILON?(n=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=n):(this._x=0,this._y=-t.z,this._z=t.y,this._w=n)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=n),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(pn(this.dot(t),-1,1)))}rotateTowards(t,e){let n=this.angleTo(t);if(n===0)return this;let s=Math.min(1,e/n);return this.slerp(t,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,h=e._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(t,e){if(e===0)return this;if(e===1)return this.copy(t);let n=this._x,s=this._y,r=this._z,o=this._w,a=o*t._w+n*t._x+s*t._y+r*t._z;if(a<0?(this._w=-t._w,this._x=-t._x,this._y=-t._y,this._z=-t._z,a=-a):this.copy(t),a>=1)return this._w=o,this._x=n,this._y=s,this._z=r,this;let l=1-a*a;if(l<=Number.EPSILON){let f=1-e;return this._w=f*o+e*this._w,this._x=f*n+e*this._x,this._y=f*s+e*this._y,this._z=f*r+e*this._z,this.normalize(),this}let c=Math.sqrt(l),h=Math.atan2(c,a),u=Math.sin((1-e)*h)/c,d=Math.sin(e*h)/c;return this._w=o*u+this._w*d,this._x=n*u+this._x*d,this._y=s*u+this._y*d,this._z=r*u+this._z*d,this._onChangeCallback(),this}slerpQuaternions(t,e,n){return this.copy(t).slerp(e,n)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(t),s*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},N=class i{constructor(t=0,e=0,n=0){i.prototype.isVector3=!0,this.x=t,this.y=e,this.z=n}set(t,e,n){return n===void 0&&(n=this.z),this.x=t,this.y=e,this.z=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(Sf.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(Sf.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[3]*n+r[6]*s,this.y=r[1]*e+r[4]*n+r[7]*s,this.z=r[2]*e+r[5]*n+r[8]*s,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=t.elements,o=1/(r[3]*e+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*e+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*e+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*e+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(t){let e=this.x,n=this.y,s=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*s-a*n),h=2*(a*e-r*s),u=2*(r*n-o*e);return this.x=e+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=s+l*u+r*h-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[4]*n+r[8]*s,this.y=r[1]*e+r[5]*n+r[9]*s,this.z=r[2]*e+r[6]*n+r[10]*s,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=Math.max(t.x,Math.min(e.x,this.x)),this.y=Math.max(t.y,Math.min(e.y,this.y)),this.z=Math.max(t.z,Math.min(e.z,this.z)),this}clampScalar(t,e){return this.x=Math.max(t,Math.min(e,this.x)),this.y=Math.max(t,Math.min(e,this.y)),this.z=Math.max(t,Math.min(e,this.z)),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Math.max(t,Math.min(e,n)))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let n=t.x,s=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let n=t.dot(this)/e;return this.copy(t).multiplyScalar(n)}projectOnPlane(t){return Vc.copy(this).projectOnVector(t),this.sub(Vc)}reflect(t){return this.sub(Vc.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(pn(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y,s=this.z-t.z;return e*e+n*n+s*s}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,n){let s=Math.sin(e)*t;return this.x=s*Math.sin(n),this.y=Math.cos(e)*t,this.z=s*Math.cos(n),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,n){return this.x=t*Math.sin(e),this.y=n,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),n=this.setFromMatrixColumn(t,1).length(),s=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=n,this.z=s,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,n=Math.sqrt(1-e*e);return this.x=n*Math.cos(t),this.y=e,this.z=n*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},Vc=new N,Sf=new Un,xi=class{constructor(t=new N(1/0,1/0,1/0),e=new N(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e+=3)this.expandByPoint(pi.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,n=t.count;e<n;e++)this.expandByPoint(pi.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let n=pi.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(n),this.max.copy(t).add(n),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let n=t.geometry;if(n!==void 0){let r=n.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,pi):pi.fromBufferAttribute(r,o),pi.applyMatrix4(t.matrixWorld),this.expandByPoint(pi);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),ya.copy(t.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),ya.copy(n.boundingBox)),ya.applyMatrix4(t.matrixWorld),this.union(ya)}let s=t.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,pi),pi.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,n;return t.normal.x>0?(e=t.normal.x*this.min.x,n=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,n=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,n+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,n+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,n+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,n+=t.normal.z*this.min.z),e<=-t.constant&&n>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(Mo),xa.subVectors(this.max,Mo),wr.subVectors(t.a,Mo),Sr.subVectors(t.b,Mo),Er.subVectors(t.c,Mo),fs.subVectors(Sr,wr),ps.subVectors(Er,Sr),Ls.subVectors(wr,Er);let e=[0,-fs.z,fs.y,0,-ps.z,ps.y,0,-Ls.z,Ls.y,fs.z,0,-fs.x,ps.z,0,-ps.x,Ls.z,0,-Ls.x,-fs.y,fs.x,0,-ps.y,ps.x,0,-Ls.y,Ls.x,0];return!Hc(e,wr,Sr,Er,xa)||(e=[1,0,0,0,1,0,0,0,1],!Hc(e,wr,Sr,Er,xa))?!1:(_a.crossVectors(fs,ps),e=[_a.x,_a.y,_a.z],Hc(e,wr,Sr,Er,xa))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,pi).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(pi).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(qi[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),qi[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),qi[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),qi[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),qi[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),qi[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),qi[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),qi[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(qi),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}},qi=[new N,new N,new N,new N,new N,new N,new N,new N],pi=new N,ya=new xi,wr=new N,Sr=new N,Er=new N,fs=new N,ps=new N,Ls=new N,Mo=new N,xa=new N,_a=new N,Ds=new N;function Hc(i,t,e,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){Ds.fromArray(i,r);let a=s.x*Math.abs(Ds.x)+s.y*Math.abs(Ds.y)+s.z*Math.abs(Ds.z),l=t.dot(Ds),c=e.dot(Ds),h=n.dot(Ds);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var Ev=new xi,wo=new N,Gc=new N,zi=class{constructor(t=new N,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let n=this.center;e!==void 0?n.copy(e):Ev.setFromPoints(t).getCenter(n);let s=0;for(let r=0,o=t.length;r<o;r++)s=Math.max(s,n.distanceToSquared(t[r]));return this.radius=Math.sqrt(s),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let n=this.center.distanceToSquared(t);return e.copy(t),n>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;wo.subVectors(t,this.center);let e=wo.lengthSq();if(e>this.radius*this.radius){let n=Math.sqrt(e),s=(n-this.radius)*.5;this.center.addScaledVector(wo,s/n),this.radius+=s}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(Gc.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(wo.copy(t.center).add(Gc)),this.expandByPoint(wo.copy(t.center).sub(Gc))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}},Yi=new N,Wc=new N,ba=new N,ms=new N,Xc=new N,Ma=new N,qc=new N,Xs=class{constructor(t=new N,e=new N(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,Yi)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let n=e.dot(this.direction);return n<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=Yi.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(Yi.copy(this.origin).addScaledVector(this.direction,e),Yi.distanceToSquared(t))}distanceSqToSegment(t,e,n,s){Wc.copy(t).add(e).multiplyScalar(.5),ba.copy(e).sub(t).normalize(),ms.copy(this.origin).sub(Wc);let r=t.distanceTo(e)*.5,o=-this.direction.dot(ba),a=ms.dot(this.direction),l=-ms.dot(ba),c=ms.lengthSq(),h=Math.abs(1-o*o),u,d,f,g;if(h>0)if(u=o*l-a,d=o*a-l,g=r*h,u>=0)if(d>=-g)if(d<=g){let v=1/h;u*=v,d*=v,f=u*(u+o*d+2*a)+d*(o*u+d+2*l)+c}else d=r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d=-r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d<=-g?(u=Math.max(0,-(-o*r+a)),d=u>0?-r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c):d<=g?(u=0,d=Math.min(Math.max(-r,-l),r),f=d*(d+2*l)+c):(u=Math.max(0,-(o*r+a)),d=u>0?r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c);else d=o>0?-r:r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),s&&s.copy(Wc).addScaledVector(ba,d),f}intersectSphere(t,e){Yi.subVectors(t.center,this.origin);let n=Yi.dot(this.direction),s=Yi.dot(Yi)-n*n,r=t.radius*t.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(t.normal)+t.constant)/e;return n>=0?n:null}intersectPlane(t,e){let n=this.distanceToPlane(t);return n===null?null:this.at(n,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(n=(t.min.x-d.x)*c,s=(t.max.x-d.x)*c):(n=(t.max.x-d.x)*c,s=(t.min.x-d.x)*c),h>=0?(r=(t.min.y-d.y)*h,o=(t.max.y-d.y)*h):(r=(t.max.y-d.y)*h,o=(t.min.y-d.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),u>=0?(a=(t.min.z-d.z)*u,l=(t.max.z-d.z)*u):(a=(t.max.z-d.z)*u,l=(t.min.z-d.z)*u),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,e)}intersectsBox(t){return this.intersectBox(t,Yi)!==null}intersectTriangle(t,e,n,s,r){Xc.subVectors(e,t),Ma.subVectors(n,t),qc.crossVectors(Xc,Ma);let o=this.direction.dot(qc),a;if(o>0){if(s)return null;a=1}else if(o<0)a=-1,o=-o;else return null;ms.subVectors(this.origin,t);let l=a*this.direction.dot(Ma.crossVectors(ms,Ma));if(l<0)return null;let c=a*this.direction.dot(Xc.cross(ms));if(c<0||l+c>o)return null;let h=-a*ms.dot(qc);return h<0?null:this.at(h/o,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Qt=class i{constructor(t,e,n,s,r,o,a,l,c,h,u,d,f,g,v,m){i.prototype.isMatrix4=!0,this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c,h,u,d,f,g,v,m)}set(t,e,n,s,r,o,a,l,c,h,u,d,f,g,v,m){let p=this.elements;return p[0]=t,p[4]=e,p[8]=n,p[12]=s,p[1]=r,p[5]=o,p[9]=a,p[13]=l,p[2]=c,p[6]=h,p[10]=u,p[14]=d,p[3]=f,p[7]=g,p[11]=v,p[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],e[9]=n[9],e[10]=n[10],e[11]=n[11],e[12]=n[12],e[13]=n[13],e[14]=n[14],e[15]=n[15],this}copyPosition(t){let e=this.elements,n=t.elements;return e[12]=n[12],e[13]=n[13],e[14]=n[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,n){return t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this}makeBasis(t,e,n){return this.set(t.x,e.x,n.x,0,t.y,e.y,n.y,0,t.z,e.z,n.z,0,0,0,0,1),this}extractRotation(t){let e=this.elements,n=t.elements,s=1/Ar.setFromMatrixColumn(t,0).length(),r=1/Ar.setFromMatrixColumn(t,1).length(),o=1/Ar.setFromMatrixColumn(t,2).length();return e[0]=n[0]*s,e[1]=n[1]*s,e[2]=n[2]*s,e[3]=0,e[4]=n[4]*r,e[5]=n[5]*r,e[6]=n[6]*r,e[7]=0,e[8]=n[8]*o,e[9]=n[9]*o,e[10]=n[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,n=t.x,s=t.y,r=t.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),u=Math.sin(r);if(t.order==="XYZ"){let d=o*h,f=o*u,g=a*h,v=a*u;e[0]=l*h,e[4]=-l*u,e[8]=c,e[1]=f+g*c,e[5]=d-v*c,e[9]=-a*l,e[2]=v-d*c,e[6]=g+f*c,e[10]=o*l}else if(t.order==="YXZ"){let d=l*h,f=l*u,g=c*h,v=c*u;e[0]=d+v*a,e[4]=g*a-f,e[8]=o*c,e[1]=o*u,e[5]=o*h,e[9]=-a,e[2]=f*a-g,e[6]=v+d*a,e[10]=o*l}else if(t.order==="ZXY"){let d=l*h,f=l*u,g=c*h,v=c*u;e[0]=d-v*a,e[4]=-o*u,e[8]=g+f*a,e[1]=f+g*a,e[5]=o*h,e[9]=v-d*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){let d=o*h,f=o*u,g=a*h,v=a*u;e[0]=l*h,e[4]=g*c-f,e[8]=d*c+v,e[1]=l*u,e[5]=v*c+d,e[9]=f*c-g,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){let d=o*l,f=o*c,g=a*l,v=a*c;e[0]=l*h,e[4]=v-d*u,e[8]=g*u+f,e[1]=u,e[5]=o*h,e[9]=-a*h,e[2]=-c*h,e[6]=f*u+g,e[10]=d-v*u}else if(t.order==="XZY"){let d=o*l,f=o*c,g=a*l,v=a*c;e[0]=l*h,e[4]=-u,e[8]=c*h,e[1]=d*u+v,e[5]=o*h,e[9]=f*u-g,e[2]=g*u-f,e[6]=a*h,e[10]=v*u+d}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(Av,t,Tv)}lookAt(t,e,n){let s=this.elements;return Hn.subVectors(t,e),Hn.lengthSq()===0&&(Hn.z=1),Hn.normalize(),gs.crossVectors(n,Hn),gs.lengthSq()===0&&(Math.abs(n.z)===1?Hn.x+=1e-4:Hn.z+=1e-4,Hn.normalize(),gs.crossVectors(n,Hn)),gs.normalize(),wa.crossVectors(Hn,gs),s[0]=gs.x,s[4]=wa.x,s[8]=Hn.x,s[1]=gs.y,s[5]=wa.y,s[9]=Hn.y,s[2]=gs.z,s[6]=wa.z,s[10]=Hn.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],d=n[9],f=n[13],g=n[2],v=n[6],m=n[10],p=n[14],b=n[3],_=n[7],y=n[11],U=n[15],A=s[0],I=s[4],D=s[8],E=s[12],M=s[1],C=s[5],V=s[9],O=s[13],H=s[2],q=s[6],W=s[10],j=s[14],Q=s[3],at=s[7],ht=s[11],yt=s[15];return r[0]=o*A+a*M+l*H+c*Q,r[4]=o*I+a*C+l*q+c*at,r[8]=o*D+a*V+l*W+c*ht,r[12]=o*E+a*O+l*j+c*yt,r[1]=h*A+u*M+d*H+f*Q,r[5]=h*I+u*C+d*q+f*at,r[9]=h*D+u*V+d*W+f*ht,r[13]=h*E+u*O+d*j+f*yt,r[2]=g*A+v*M+m*H+p*Q,r[6]=g*I+v*C+m*q+p*at,r[10]=g*D+v*V+m*W+p*ht,r[14]=g*E+v*O+m*j+p*yt,r[3]=b*A+_*M+y*H+U*Q,r[7]=b*I+_*C+y*q+U*at,r[11]=b*D+_*V+y*W+U*ht,r[15]=b*E+_*O+y*j+U*yt,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],h=t[2],u=t[6],d=t[10],f=t[14],g=t[3],v=t[7],m=t[11],p=t[15];return g*(+r*l*u-s*c*u-r*a*d+n*c*d+s*a*f-n*l*f)+v*(+e*l*f-e*c*d+r*o*d-s*o*f+s*c*h-r*l*h)+m*(+e*c*u-e*a*f-r*o*u+n*o*f+r*a*h-n*c*h)+p*(-s*a*h-e*l*u+e*a*d+s*o*u-n*o*d+n*l*h)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,n){let s=this.elements;return t.isVector3?(s[12]=t.x,s[13]=t.y,s[14]=t.z):(s[12]=t,s[13]=e,s[14]=n),this}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=t[9],d=t[10],f=t[11],g=t[12],v=t[13],m=t[14],p=t[15],b=u*m*c-v*d*c+v*l*f-a*m*f-u*l*p+a*d*p,_=g*d*c-h*m*c-g*l*f+o*m*f+h*l*p-o*d*p,y=h*v*c-g*u*c+g*a*f-o*v*f-h*a*p+o*u*p,U=g*u*l-h*v*l-g*a*d+o*v*d+h*a*m-o*u*m,A=e*b+n*_+s*y+r*U;if(A===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let I=1/A;return t[0]=b*I,t[1]=(v*d*r-u*m*r-v*s*f+n*m*f+u*s*p-n*d*p)*I,t[2]=(a*m*r-v*l*r+v*s*c-n*m*c-a*s*p+n*l*p)*I,t[3]=(u*l*r-a*d*r-u*s*c+n*d*c+a*s*f-n*l*f)*I,t[4]=_*I,t[5]=(h*m*r-g*d*r+g*s*f-e*m*f-h*s*p+e*d*p)*I,t[6]=(g*l*r-o*m*r-g*s*c+e*m*c+o*s*p-e*l*p)*I,t[7]=(o*d*r-h*l*r+h*s*c-e*d*c-o*s*f+e*l*f)*I,t[8]=y*I,t[9]=(g*u*r-h*v*r-g*n*f+e*v*f+h*n*p-e*u*p)*I,t[10]=(o*v*r-g*a*r+g*n*c-e*v*c-o*n*p+e*a*p)*I,t[11]=(h*a*r-o*u*r-h*n*c+e*u*c+o*n*f-e*a*f)*I,t[12]=U*I,t[13]=(h*v*s-g*u*s+g*n*d-e*v*d-h*n*m+e*u*m)*I,t[14]=(g*a*s-o*v*s-g*n*l+e*v*l+o*n*m-e*a*m)*I,t[15]=(o*u*s-h*a*s+h*n*l-e*u*l-o*n*d+e*a*d)*I,this}scale(t){let e=this.elements,n=t.x,s=t.y,r=t.z;return e[0]*=n,e[4]*=s,e[8]*=r,e[1]*=n,e[5]*=s,e[9]*=r,e[2]*=n,e[6]*=s,e[10]*=r,e[3]*=n,e[7]*=s,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],n=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],s=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,n,s))}makeTranslation(t,e,n){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,n,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),n=Math.sin(t);return this.set(1,0,0,0,0,e,-n,0,0,n,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,0,n,0,0,1,0,0,-n,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,0,n,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let n=Math.cos(e),s=Math.sin(e),r=1-n,o=t.x,a=t.y,l=t.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(t,e,n){return this.set(t,0,0,0,0,e,0,0,0,0,n,0,0,0,0,1),this}makeShear(t,e,n,s,r,o){return this.set(1,n,r,0,t,1,o,0,e,s,1,0,0,0,0,1),this}compose(t,e,n){let s=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,h=o+o,u=a+a,d=r*c,f=r*h,g=r*u,v=o*h,m=o*u,p=a*u,b=l*c,_=l*h,y=l*u,U=n.x,A=n.y,I=n.z;return s[0]=(1-(v+p))*U,s[1]=(f+y)*U,s[2]=(g-_)*U,s[3]=0,s[4]=(f-y)*A,s[5]=(1-(d+p))*A,s[6]=(m+b)*A,s[7]=0,s[8]=(g+_)*I,s[9]=(m-b)*I,s[10]=(1-(d+v))*I,s[11]=0,s[12]=t.x,s[13]=t.y,s[14]=t.z,s[15]=1,this}decompose(t,e,n){let s=this.elements,r=Ar.set(s[0],s[1],s[2]).length(),o=Ar.set(s[4],s[5],s[6]).length(),a=Ar.set(s[8],s[9],s[10]).length();this.determinant()<0&&(r=-r),t.x=s[12],t.y=s[13],t.z=s[14],mi.copy(this);let c=1/r,h=1/o,u=1/a;return mi.elements[0]*=c,mi.elements[1]*=c,mi.elements[2]*=c,mi.elements[4]*=h,mi.elements[5]*=h,mi.elements[6]*=h,mi.elements[8]*=u,mi.elements[9]*=u,mi.elements[10]*=u,e.setFromRotationMatrix(mi),n.x=r,n.y=o,n.z=a,this}makePerspective(t,e,n,s,r,o,a=ji){let l=this.elements,c=2*r/(e-t),h=2*r/(n-s),u=(e+t)/(e-t),d=(n+s)/(n-s),f,g;if(a===ji)f=-(o+r)/(o-r),g=-2*o*r/(o-r);else if(a===Ka)f=-o/(o-r),g=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return l[0]=c,l[4]=0,l[8]=u,l[12]=0,l[1]=0,l[5]=h,l[9]=d,l[13]=0,l[2]=0,l[6]=0,l[10]=f,l[14]=g,l[3]=0,l[7]=0,l[11]=-1,l[15]=0,this}makeOrthographic(t,e,n,s,r,o,a=ji){let l=this.elements,c=1/(e-t),h=1/(n-s),u=1/(o-r),d=(e+t)*c,f=(n+s)*h,g,v;if(a===ji)g=(o+r)*u,v=-2*u;else if(a===Ka)g=r*u,v=-1*u;else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return l[0]=2*c,l[4]=0,l[8]=0,l[12]=-d,l[1]=0,l[5]=2*h,l[9]=0,l[13]=-f,l[2]=0,l[6]=0,l[10]=v,l[14]=-g,l[3]=0,l[7]=0,l[11]=0,l[15]=1,this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<16;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<16;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t[e+9]=n[9],t[e+10]=n[10],t[e+11]=n[11],t[e+12]=n[12],t[e+13]=n[13],t[e+14]=n[14],t[e+15]=n[15],t}},Ar=new N,mi=new Qt,Av=new N(0,0,0),Tv=new N(1,1,1),gs=new N,wa=new N,Hn=new N,Ef=new Qt,Af=new Un,is=class i{constructor(t=0,e=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=n,this._order=s}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,n,s=this._order){return this._x=t,this._y=e,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,n=!0){let s=t.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],u=s[2],d=s[6],f=s[10];switch(e){case"XYZ":this._y=Math.asin(pn(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-pn(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(pn(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-pn(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(pn(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-pn(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:console.warn("THREE.Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,n===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,n){return Ef.makeRotationFromQuaternion(t),this.setFromRotationMatrix(Ef,e,n)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return Af.setFromEuler(this),this.setFromQuaternion(Af,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};is.DEFAULT_ORDER="XYZ";var zo=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},Cv=0,Tf=new N,Tr=new Un,$i=new Qt,Sa=new N,So=new N,Rv=new N,Pv=new Un,Cf=new N(1,0,0),Rf=new N(0,1,0),Pf=new N(0,0,1),If={type:"added"},Iv={type:"removed"},Cr={type:"childadded",child:null},Yc={type:"childremoved",child:null},ri=class i extends es{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:Cv++}),this.uuid=er(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let t=new N,e=new is,n=new Un,s=new N(1,1,1);function r(){n.setFromEuler(e,!1)}function o(){e.setFromQuaternion(n,void 0,!1)}e._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Qt},normalMatrix:{value:new oe}}),this.matrix=new Qt,this.matrixWorld=new Qt,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new zo,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.userData={}}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return Tr.setFromAxisAngle(t,e),this.quaternion.multiply(Tr),this}rotateOnWorldAxis(t,e){return Tr.setFromAxisAngle(t,e),this.quaternion.premultiply(Tr),this}rotateX(t){return this.rotateOnAxis(Cf,t)}rotateY(t){return this.rotateOnAxis(Rf,t)}rotateZ(t){return this.rotateOnAxis(Pf,t)}translateOnAxis(t,e){return Tf.copy(t).applyQuaternion(this.quaternion),this.position.add(Tf.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(Cf,t)}translateY(t){return this.translateOnAxis(Rf,t)}translateZ(t){return this.translateOnAxis(Pf,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4($i.copy(this.matrixWorld).invert())}lookAt(t,e,n){t.isVector3?Sa.copy(t):Sa.set(t,e,n);let s=this.parent;this.updateWorldMatrix(!0,!1),So.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?$i.lookAt(So,Sa,this.up):$i.lookAt(Sa,So,this.up),this.quaternion.setFromRotationMatrix($i),s&&($i.extractRotation(s.matrixWorld),Tr.setFromRotationMatrix($i),this.quaternion.premultiply(Tr.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(console.error("THREE.Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(If),Cr.child=t,this.dispatchEvent(Cr),Cr.child=null):console.error("THREE.Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(Iv),Yc.child=t,this.dispatchEvent(Yc),Yc.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),$i.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),$i.multiply(t.parent.matrixWorld)),t.applyMatrix4($i),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(If),Cr.child=t,this.dispatchEvent(Cr),Cr.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,n=[]){this[t]===e&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(t,e,n);return n}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(So,t,Rv),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(So,Pv,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}traverse(t){t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale),this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].updateMatrixWorld(t)}updateWorldMatrix(t,e){let n=this.parent;if(t===!0&&n!==null&&n.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),e===!0){let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].updateWorldMatrix(!1,!0)}}toJSON(t){let e=t===void 0||typeof t=="string",n={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.6,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,this.name!==""&&(s.name=this.name),this.castShadow===!0&&(s.castShadow=!0),this.receiveShadow===!0&&(s.receiveShadow=!0),this.visible===!1&&(s.visible=!1),this.frustumCulled===!1&&(s.frustumCulled=!1),this.renderOrder!==0&&(s.renderOrder=this.renderOrder),Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.matrixAutoUpdate===!1&&(s.matrixAutoUpdate=!1),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.visibility=this._visibility,s.active=this._active,s.bounds=this._bounds.map(a=>({boxInitialized:a.boxInitialized,boxMin:a.box.min.toArray(),boxMax:a.box.max.toArray(),sphereInitialized:a.sphereInitialized,sphereRadius:a.sphere.radius,sphereCenter:a.sphere.center.toArray()})),s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.geometryCount=this._geometryCount,s.matricesTexture=this._matricesTexture.toJSON(t),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(s.boundingSphere={center:s.boundingSphere.center.toArray(),radius:s.boundingSphere.radius}),this.boundingBox!==null&&(s.boundingBox={min:s.boundingBox.min.toArray(),max:s.boundingBox.max.toArray()}));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(t.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(t.shapes,u)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));s.material=a}else s.material=r(t.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(t.animations,l))}}if(e){let a=o(t.geometries),l=o(t.materials),c=o(t.textures),h=o(t.images),u=o(t.shapes),d=o(t.skeletons),f=o(t.animations),g=o(t.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),d.length>0&&(n.skeletons=d),f.length>0&&(n.animations=f),g.length>0&&(n.nodes=g)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let n=0;n<t.children.length;n++){let s=t.children[n];this.add(s.clone())}return this}};ri.DEFAULT_UP=new N(0,1,0);ri.DEFAULT_MATRIX_AUTO_UPDATE=!0;ri.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var gi=new N,Zi=new N,$c=new N,Ji=new N,Rr=new N,Pr=new N,Lf=new N,Zc=new N,Jc=new N,Kc=new N,jc=new Ye,Qc=new Ye,th=new Ye,Bs=class i{constructor(t=new N,e=new N,n=new N){this.a=t,this.b=e,this.c=n}static getNormal(t,e,n,s){s.subVectors(n,e),gi.subVectors(t,e),s.cross(gi);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(t,e,n,s,r){gi.subVectors(s,e),Zi.subVectors(n,e),$c.subVectors(t,e);let o=gi.dot(gi),a=gi.dot(Zi),l=gi.dot($c),c=Zi.dot(Zi),h=Zi.dot($c),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let d=1/u,f=(c*l-a*h)*d,g=(o*h-a*l)*d;return r.set(1-f-g,g,f)}static containsPoint(t,e,n,s){return this.getBarycoord(t,e,n,s,Ji)===null?!1:Ji.x>=0&&Ji.y>=0&&Ji.x+Ji.y<=1}static getInterpolation(t,e,n,s,r,o,a,l){return this.getBarycoord(t,e,n,s,Ji)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,Ji.x),l.addScaledVector(o,Ji.y),l.addScaledVector(a,Ji.z),l)}static getInterpolatedAttribute(t,e,n,s,r,o){return jc.setScalar(0),Qc.setScalar(0),th.setScalar(0),jc.fromBufferAttribute(t,e),Qc.fromBufferAttribute(t,n),th.fromBufferAttribute(t,s),o.setScalar(0),o.addScaledVector(jc,r.x),o.addScaledVector(Qc,r.y),o.addScaledVector(th,r.z),o}static isFrontFacing(t,e,n,s){return gi.subVectors(n,e),Zi.subVectors(t,e),gi.cross(Zi).dot(s)<0}set(t,e,n){return this.a.copy(t),this.b.copy(e),this.c.copy(n),this}setFromPointsAndIndices(t,e,n,s){return this.a.copy(t[e]),this.b.copy(t[n]),this.c.copy(t[s]),this}setFromAttributeAndIndices(t,e,n,s){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,n),this.c.fromBufferAttribute(t,s),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return gi.subVectors(this.c,this.b),Zi.subVectors(this.a,this.b),gi.cross(Zi).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return i.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return i.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,n,s,r){return i.getInterpolation(t,this.a,this.b,this.c,e,n,s,r)}containsPoint(t){return i.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return i.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let n=this.a,s=this.b,r=this.c,o,a;Rr.subVectors(s,n),Pr.subVectors(r,n),Zc.subVectors(t,n);let l=Rr.dot(Zc),c=Pr.dot(Zc);if(l<=0&&c<=0)return e.copy(n);Jc.subVectors(t,s);let h=Rr.dot(Jc),u=Pr.dot(Jc);if(h>=0&&u<=h)return e.copy(s);let d=l*u-h*c;if(d<=0&&l>=0&&h<=0)return o=l/(l-h),e.copy(n).addScaledVector(Rr,o);Kc.subVectors(t,r);let f=Rr.dot(Kc),g=Pr.dot(Kc);if(g>=0&&f<=g)return e.copy(r);let v=f*c-l*g;if(v<=0&&c>=0&&g<=0)return a=c/(c-g),e.copy(n).addScaledVector(Pr,a);let m=h*g-f*u;if(m<=0&&u-h>=0&&f-g>=0)return Lf.subVectors(r,s),a=(u-h)/(u-h+(f-g)),e.copy(s).addScaledVector(Lf,a);let p=1/(m+v+d);return o=v*p,a=d*p,e.copy(n).addScaledVector(Rr,o).addScaledVector(Pr,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},Np={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},vs={h:0,s:0,l:0},Ea={h:0,s:0,l:0};function eh(i,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?i+(t-i)*6*e:e<1/2?t:e<2/3?i+(t-i)*6*(2/3-e):i}var se=class{constructor(t,e,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,n)}set(t,e,n){if(e===void 0&&n===void 0){let s=t;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(t,e,n);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=ni){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,me.toWorkingColorSpace(this,e),this}setRGB(t,e,n,s=me.workingColorSpace){return this.r=t,this.g=e,this.b=n,me.toWorkingColorSpace(this,s),this}setHSL(t,e,n,s=me.workingColorSpace){if(t=Wu(t,1),e=pn(e,0,1),n=pn(n,0,1),e===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+e):n+e-n*e,o=2*n-r;this.r=eh(o,r,t+1/3),this.g=eh(o,r,t),this.b=eh(o,r,t-1/3)}return me.toWorkingColorSpace(this,s),this}setStyle(t,e=ni){function n(r){r!==void 0&&parseFloat(r)<1&&console.warn("THREE.Color: Alpha component of "+t+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+)\%\s*,\s*(\d+)\%\s*,\s*(\d+)\%\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseInt(r[1],10))/100,Math.min(100,parseInt(r[2],10))/100,Math.min(100,parseInt(r[3],10))/100,e);break;case"hsl":case"hsla":if(r=/^\s*(\d*\.?\d+)\s*,\s*(\d*\.?\d+)\%\s*,\s*(\d*\.?\d+)\%\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:console.warn("THREE.Color: Unknown color model "+t)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);console.warn("THREE.Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=ni){let n=Np[t.toLowerCase()];return n!==void 0?this.setHex(n,e):console.warn("THREE.Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=Qi(t.r),this.g=Qi(t.g),this.b=Qi(t.b),this}copyLinearToSRGB(t){return this.r=Vr(t.r),this.g=Vr(t.g),this.b=Vr(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=ni){return me.fromWorkingColorSpace(bn.copy(this),t),Math.round(pn(bn.r*255,0,255))*65536+Math.round(pn(bn.g*255,0,255))*256+Math.round(pn(bn.b*255,0,255))}getHexString(t=ni){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=me.workingColorSpace){me.fromWorkingColorSpace(bn.copy(this),e);let n=bn.r,s=bn.g,r=bn.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(s-r)/u+(s<r?6:0);break;case s:l=(r-n)/u+2;break;case r:l=(n-s)/u+4;break}l/=6}return t.h=l,t.s=c,t.l=h,t}getRGB(t,e=me.workingColorSpace){return me.fromWorkingColorSpace(bn.copy(this),e),t.r=bn.r,t.g=bn.g,t.b=bn.b,t}getStyle(t=ni){me.fromWorkingColorSpace(bn.copy(this),t);let e=bn.r,n=bn.g,s=bn.b;return t!==ni?`color(${t} ${e.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(t,e,n){return this.getHSL(vs),this.setHSL(vs.h+t,vs.s+e,vs.l+n)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,n){return this.r=t.r+(e.r-t.r)*n,this.g=t.g+(e.g-t.g)*n,this.b=t.b+(e.b-t.b)*n,this}lerpHSL(t,e){this.getHSL(vs),t.getHSL(Ea);let n=Lo(vs.h,Ea.h,e),s=Lo(vs.s,Ea.s,e),r=Lo(vs.l,Ea.l,e);return this.setHSL(n,s,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,n=this.g,s=this.b,r=t.elements;return this.r=r[0]*e+r[3]*n+r[6]*s,this.g=r[1]*e+r[4]*n+r[7]*s,this.b=r[2]*e+r[5]*n+r[8]*s,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},bn=new se;se.NAMES=Np;var Lv=0,qs=class extends es{static get type(){return"Material"}get type(){return this.constructor.type}set type(t){}constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:Lv++}),this.uuid=er(),this.name="",this.blending=zr,this.side=ki,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=mh,this.blendDst=gh,this.blendEquation=zs,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new se(0,0,0),this.blendAlpha=0,this.depthFunc=Gr,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=pf,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=br,this.stencilZFail=br,this.stencilZPass=br,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let n=t[e];if(n===void 0){console.warn(`THREE.Material: parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){console.warn(`THREE.Material: '${e}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let n={metadata:{version:4.6,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,this.name!==""&&(n.name=this.name),this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&this.emissiveIntensity!==1&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessRange!==void 0&&(n.iridescenceThicknessRange=this.iridescenceThicknessRange),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(t).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(t).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(t).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(t).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(t).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&this.attenuationDistance!==1/0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.shadowSide!==null&&(n.shadowSide=this.shadowSide),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),this.blending!==zr&&(n.blending=this.blending),this.side!==ki&&(n.side=this.side),this.vertexColors===!0&&(n.vertexColors=!0),this.opacity<1&&(n.opacity=this.opacity),this.transparent===!0&&(n.transparent=!0),this.blendSrc!==mh&&(n.blendSrc=this.blendSrc),this.blendDst!==gh&&(n.blendDst=this.blendDst),this.blendEquation!==zs&&(n.blendEquation=this.blendEquation),this.blendSrcAlpha!==null&&(n.blendSrcAlpha=this.blendSrcAlpha),this.blendDstAlpha!==null&&(n.blendDstAlpha=this.blendDstAlpha),this.blendEquationAlpha!==null&&(n.blendEquationAlpha=this.blendEquationAlpha),this.blendColor&&this.blendColor.isColor&&(n.blendColor=this.blendColor.getHex()),this.blendAlpha!==0&&(n.blendAlpha=this.blendAlpha),this.depthFunc!==Gr&&(n.depthFunc=this.depthFunc),this.depthTest===!1&&(n.depthTest=this.depthTest),this.depthWrite===!1&&(n.depthWrite=this.depthWrite),this.colorWrite===!1&&(n.colorWrite=this.colorWrite),this.stencilWriteMask!==255&&(n.stencilWriteMask=this.stencilWriteMask),this.stencilFunc!==pf&&(n.stencilFunc=this.stencilFunc),this.stencilRef!==0&&(n.stencilRef=this.stencilRef),this.stencilFuncMask!==255&&(n.stencilFuncMask=this.stencilFuncMask),this.stencilFail!==br&&(n.stencilFail=this.stencilFail),this.stencilZFail!==br&&(n.stencilZFail=this.stencilZFail),this.stencilZPass!==br&&(n.stencilZPass=this.stencilZPass),this.stencilWrite===!0&&(n.stencilWrite=this.stencilWrite),this.rotation!==void 0&&this.rotation!==0&&(n.rotation=this.rotation),this.polygonOffset===!0&&(n.polygonOffset=!0),this.polygonOffsetFactor!==0&&(n.polygonOffsetFactor=this.polygonOffsetFactor),this.polygonOffsetUnits!==0&&(n.polygonOffsetUnits=this.polygonOffsetUnits),this.linewidth!==void 0&&this.linewidth!==1&&(n.linewidth=this.linewidth),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.dithering===!0&&(n.dithering=!0),this.alphaTest>0&&(n.alphaTest=this.alphaTest),this.alphaHash===!0&&(n.alphaHash=!0),this.alphaToCoverage===!0&&(n.alphaToCoverage=!0),this.premultipliedAlpha===!0&&(n.premultipliedAlpha=!0),this.forceSinglePass===!0&&(n.forceSinglePass=!0),this.wireframe===!0&&(n.wireframe=!0),this.wireframeLinewidth>1&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!=="round"&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!=="round"&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading===!0&&(n.flatShading=!0),this.visible===!1&&(n.visible=!1),this.toneMapped===!1&&(n.toneMapped=!1),this.fog===!1&&(n.fog=!1),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(e){let r=s(t.textures),o=s(t.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,n=null;if(e!==null){let s=e.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=e[r].clone()}return this.clippingPlanes=n,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}onBuild(){console.warn("Material: onBuild() has been removed.")}},$r=class extends qs{static get type(){return"MeshBasicMaterial"}constructor(t){super(),this.isMeshBasicMaterial=!0,this.color=new se(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new is,this.combine=bp,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}};var Je=new N,Aa=new gt,Ve=class{constructor(t,e,n=!1){if(Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=n,this.usage=mf,this.updateRanges=[],this.gpuType=ii,this.version=0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this}copyAt(t,e,n){t*=this.itemSize,n*=e.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[t+s]=e.array[n+s];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,n=this.count;e<n;e++)Aa.fromBufferAttribute(this,e),Aa.applyMatrix3(t),this.setXY(e,Aa.x,Aa.y);else if(this.itemSize===3)for(let e=0,n=this.count;e<n;e++)Je.fromBufferAttribute(this,e),Je.applyMatrix3(t),this.setXYZ(e,Je.x,Je.y,Je.z);return this}applyMatrix4(t){for(let e=0,n=this.count;e<n;e++)Je.fromBufferAttribute(this,e),Je.applyMatrix4(t),this.setXYZ(e,Je.x,Je.y,Je.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)Je.fromBufferAttribute(this,e),Je.applyNormalMatrix(t),this.setXYZ(e,Je.x,Je.y,Je.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)Je.fromBufferAttribute(this,e),Je.transformDirection(t),this.setXYZ(e,Je.x,Je.y,Je.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let n=this.array[t*this.itemSize+e];return this.normalized&&(n=Fr(n,this.array)),n}setComponent(t,e,n){return this.normalized&&(n=Cn(n,this.array)),this.array[t*this.itemSize+e]=n,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=Fr(e,this.array)),e}setX(t,e){return this.normalized&&(e=Cn(e,this.array)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=Fr(e,this.array)),e}setY(t,e){return this.normalized&&(e=Cn(e,this.array)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=Fr(e,this.array)),e}setZ(t,e){return this.normalized&&(e=Cn(e,this.array)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=Fr(e,this.array)),e}setW(t,e){return this.normalized&&(e=Cn(e,this.array)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,n){return t*=this.itemSize,this.normalized&&(e=Cn(e,this.array),n=Cn(n,this.array)),this.array[t+0]=e,this.array[t+1]=n,this}setXYZ(t,e,n,s){return t*=this.itemSize,this.normalized&&(e=Cn(e,this.array),n=Cn(n,this.array),s=Cn(s,this.array)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t*=this.itemSize,this.normalized&&(e=Cn(e,this.array),n=Cn(n,this.array),s=Cn(s,this.array),r=Cn(r,this.array)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return this.name!==""&&(t.name=this.name),this.usage!==mf&&(t.usage=this.usage),t}};var el=class extends Ve{constructor(t,e,n){super(new Uint16Array(t),e,n)}};var nl=class extends Ve{constructor(t,e,n){super(new Uint32Array(t),e,n)}};var we=class extends Ve{constructor(t,e,n){super(new Float32Array(t),e,n)}},Dv=0,ei=new Qt,nh=new ri,Ir=new N,Gn=new xi,Eo=new xi,fn=new N,Ge=class i extends es{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:Dv++}),this.uuid=er(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={}}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(Up(t)?nl:el)(t,1):this.index=t,this}setIndirect(t){return this.indirect=t,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,n=0){this.groups.push({start:t,count:e,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new oe().getNormalMatrix(t);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(t),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}applyQuaternion(t){return ei.makeRotationFromQuaternion(t),this.applyMatrix4(ei),this}rotateX(t){return ei.makeRotationX(t),this.applyMatrix4(ei),this}rotateY(t){return ei.makeRotationY(t),this.applyMatrix4(ei),this}rotateZ(t){return ei.makeRotationZ(t),this.applyMatrix4(ei),this}translate(t,e,n){return ei.makeTranslation(t,e,n),this.applyMatrix4(ei),this}scale(t,e,n){return ei.makeScale(t,e,n),this.applyMatrix4(ei),this}lookAt(t){return nh.lookAt(t),nh.updateMatrix(),this.applyMatrix4(nh.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Ir).negate(),this.translate(Ir.x,Ir.y,Ir.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let n=[];for(let s=0,r=t.length;s<r;s++){let o=t[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new we(n,3))}else{for(let n=0,s=e.count;n<s;n++){let r=t[n];e.setXYZ(n,r.x,r.y,r.z||0)}t.length>e.count&&console.warn("THREE.BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new xi);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){console.error("THREE.BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new N(-1/0,-1/0,-1/0),new N(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let n=0,s=e.length;n<s;n++){let r=e[n];Gn.setFromBufferAttribute(r),this.morphTargetsRelative?(fn.addVectors(this.boundingBox.min,Gn.min),this.boundingBox.expandByPoint(fn),fn.addVectors(this.boundingBox.max,Gn.max),this.boundingBox.expandByPoint(fn)):(this.boundingBox.expandByPoint(Gn.min),this.boundingBox.expandByPoint(Gn.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&console.error('THREE.BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new zi);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){console.error("THREE.BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new N,1/0);return}if(t){let n=this.boundingSphere.center;if(Gn.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];Eo.setFromBufferAttribute(a),this.morphTargetsRelative?(fn.addVectors(Gn.min,Eo.min),Gn.expandByPoint(fn),fn.addVectors(Gn.max,Eo.max),Gn.expandByPoint(fn)):(Gn.expandByPoint(Eo.min),Gn.expandByPoint(Eo.max))}Gn.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)fn.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(fn));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)fn.fromBufferAttribute(a,c),l&&(Ir.fromBufferAttribute(t,c),fn.add(Ir)),s=Math.max(s,n.distanceToSquared(fn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&console.error('THREE.BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){console.error("THREE.BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=e.position,s=e.normal,r=e.uv;this.hasAttribute("tangent")===!1&&this.setAttribute("tangent",new Ve(new Float32Array(4*n.count),4));let o=this.getAttribute("tangent"),a=[],l=[];for(let D=0;D<n.count;D++)a[D]=new N,l[D]=new N;let c=new N,h=new N,u=new N,d=new gt,f=new gt,g=new gt,v=new N,m=new N;function p(D,E,M){c.fromBufferAttribute(n,D),h.fromBufferAttribute(n,E),u.fromBufferAttribute(n,M),d.fromBufferAttribute(r,D),f.fromBufferAttribute(r,E),g.fromBufferAttribute(r,M),h.sub(c),u.sub(c),f.sub(d),g.sub(d);let C=1/(f.x*g.y-g.x*f.y);isFinite(C)&&(v.copy(h).multiplyScalar(g.y).addScaledVector(u,-f.y).multiplyScalar(C),m.copy(u).multiplyScalar(f.x).addScaledVector(h,-g.x).multiplyScalar(C),a[D].add(v),a[E].add(v),a[M].add(v),l[D].add(m),l[E].add(m),l[M].add(m))}let b=this.groups;b.length===0&&(b=[{start:0,count:t.count}]);for(let D=0,E=b.length;D<E;++D){let M=b[D],C=M.start,V=M.count;for(let O=C,H=C+V;O<H;O+=3)p(t.getX(O+0),t.getX(O+1),t.getX(O+2))}let _=new N,y=new N,U=new N,A=new N;function I(D){U.fromBufferAttribute(s,D),A.copy(U);let E=a[D];_.copy(E),_.sub(U.multiplyScalar(U.dot(E))).normalize(),y.crossVectors(A,E);let C=y.dot(l[D])<0?-1:1;o.setXYZW(D,_.x,_.y,_.z,C)}for(let D=0,E=b.length;D<E;++D){let M=b[D],C=M.start,V=M.count;for(let O=C,H=C+V;O<H;O+=3)I(t.getX(O+0)),I(t.getX(O+1)),I(t.getX(O+2))}}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let n=this.getAttribute("normal");if(n===void 0)n=new Ve(new Float32Array(e.count*3),3),this.setAttribute("normal",n);else for(let d=0,f=n.count;d<f;d++)n.setXYZ(d,0,0,0);let s=new N,r=new N,o=new N,a=new N,l=new N,c=new N,h=new N,u=new N;if(t)for(let d=0,f=t.count;d<f;d+=3){let g=t.getX(d+0),v=t.getX(d+1),m=t.getX(d+2);s.fromBufferAttribute(e,g),r.fromBufferAttribute(e,v),o.fromBufferAttribute(e,m),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),a.fromBufferAttribute(n,g),l.fromBufferAttribute(n,v),c.fromBufferAttribute(n,m),a.add(h),l.add(h),c.add(h),n.setXYZ(g,a.x,a.y,a.z),n.setXYZ(v,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let d=0,f=e.count;d<f;d+=3)s.fromBufferAttribute(e,d+0),r.fromBufferAttribute(e,d+1),o.fromBufferAttribute(e,d+2),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),n.setXYZ(d+0,h.x,h.y,h.z),n.setXYZ(d+1,h.x,h.y,h.z),n.setXYZ(d+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,n=t.count;e<n;e++)fn.fromBufferAttribute(t,e),fn.normalize(),t.setXYZ(e,fn.x,fn.y,fn.z)}toNonIndexed(){function t(a,l){let c=a.array,h=a.itemSize,u=a.normalized,d=new c.constructor(l.length*h),f=0,g=0;for(let v=0,m=l.length;v<m;v++){a.isInterleavedBufferAttribute?f=l[v]*a.data.stride+a.offset:f=l[v]*h;for(let p=0;p<h;p++)d[g++]=c[f++]}return new Ve(d,h,u)}if(this.index===null)return console.warn("THREE.BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=t(l,n);e.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let d=c[h],f=t(d,n);l.push(f)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){let t={metadata:{version:4.6,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.type,this.name!==""&&(t.name=this.name),Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let n=this.attributes;for(let l in n){let c=n[l];t.data.attributes[l]=c.toJSON(t.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,d=c.length;u<d;u++){let f=c[u];h.push(f.toJSON(t.data))}h.length>0&&(s[l]=h,r=!0)}r&&(t.data.morphAttributes=s,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere={center:a.center.toArray(),radius:a.radius}),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let n=t.index;n!==null&&this.setIndex(n.clone(e));let s=t.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(e))}let r=t.morphAttributes;for(let c in r){let h=[],u=r[c];for(let d=0,f=u.length;d<f;d++)h.push(u[d].clone(e));this.morphAttributes[c]=h}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this}dispose(){this.dispatchEvent({type:"dispose"})}},Df=new Qt,Us=new Xs,Ta=new zi,Uf=new N,Ca=new N,Ra=new N,Pa=new N,ih=new N,Ia=new N,Nf=new N,La=new N,Mn=class extends ri{constructor(t=new Ge,e=new $r){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0&&(this.morphTargetInfluences=t.morphTargetInfluences.slice()),t.morphTargetDictionary!==void 0&&(this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary)),this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;e.fromBufferAttribute(s,t);let a=this.morphTargetInfluences;if(r&&a){Ia.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(ih.fromBufferAttribute(u,t),o?Ia.addScaledVector(ih,h):Ia.addScaledVector(ih.sub(e),h))}e.add(Ia)}return e}raycast(t,e){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),Ta.copy(n.boundingSphere),Ta.applyMatrix4(r),Us.copy(t.ray).recast(t.near),!(Ta.containsPoint(Us.origin)===!1&&(Us.intersectSphere(Ta,Uf)===null||Us.origin.distanceToSquared(Uf)>(t.far-t.near)**2))&&(Df.copy(r).invert(),Us.copy(t.ray).applyMatrix4(Df),!(n.boundingBox!==null&&Us.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(t,e,Us)))}_computeIntersections(t,e,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,d=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let g=0,v=d.length;g<v;g++){let m=d[g],p=o[m.materialIndex],b=Math.max(m.start,f.start),_=Math.min(a.count,Math.min(m.start+m.count,f.start+f.count));for(let y=b,U=_;y<U;y+=3){let A=a.getX(y),I=a.getX(y+1),D=a.getX(y+2);s=Da(this,p,t,n,c,h,u,A,I,D),s&&(s.faceIndex=Math.floor(y/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let g=Math.max(0,f.start),v=Math.min(a.count,f.start+f.count);for(let m=g,p=v;m<p;m+=3){let b=a.getX(m),_=a.getX(m+1),y=a.getX(m+2);s=Da(this,o,t,n,c,h,u,b,_,y),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let g=0,v=d.length;g<v;g++){let m=d[g],p=o[m.materialIndex],b=Math.max(m.start,f.start),_=Math.min(l.count,Math.min(m.start+m.count,f.start+f.count));for(let y=b,U=_;y<U;y+=3){let A=y,I=y+1,D=y+2;s=Da(this,p,t,n,c,h,u,A,I,D),s&&(s.faceIndex=Math.floor(y/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let g=Math.max(0,f.start),v=Math.min(l.count,f.start+f.count);for(let m=g,p=v;m<p;m+=3){let b=m,_=m+1,y=m+2;s=Da(this,o,t,n,c,h,u,b,_,y),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}}};function Uv(i,t,e,n,s,r,o,a){let l;if(t.side===wn?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,t.side===ki,a),l===null)return null;La.copy(a),La.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(La);return c<e.near||c>e.far?null:{distance:c,point:La.clone(),object:i}}function Da(i,t,e,n,s,r,o,a,l,c){i.getVertexPosition(a,Ca),i.getVertexPosition(l,Ra),i.getVertexPosition(c,Pa);let h=Uv(i,t,e,n,Ca,Ra,Pa,Nf);if(h){let u=new N;Bs.getBarycoord(Nf,Ca,Ra,Pa,u),s&&(h.uv=Bs.getInterpolatedAttribute(s,a,l,c,u,new gt)),r&&(h.uv1=Bs.getInterpolatedAttribute(r,a,l,c,u,new gt)),o&&(h.normal=Bs.getInterpolatedAttribute(o,a,l,c,u,new N),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let d={a,b:l,c,normal:new N,materialIndex:0};Bs.getNormal(Ca,Ra,Pa,d.normal),h.face=d,h.barycoord=u}return h}var Ys=class i extends Ge{constructor(t=1,e=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],d=0,f=0;g("z","y","x",-1,-1,n,e,t,o,r,0),g("z","y","x",1,-1,n,e,-t,o,r,1),g("x","z","y",1,1,t,n,e,s,o,2),g("x","z","y",1,-1,t,n,-e,s,o,3),g("x","y","z",1,-1,t,e,n,s,r,4),g("x","y","z",-1,-1,t,e,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new we(c,3)),this.setAttribute("normal",new we(h,3)),this.setAttribute("uv",new we(u,2));function g(v,m,p,b,_,y,U,A,I,D,E){let M=y/I,C=U/D,V=y/2,O=U/2,H=A/2,q=I+1,W=D+1,j=0,Q=0,at=new N;for(let ht=0;ht<W;ht++){let yt=ht*C-O;for(let bt=0;bt<q;bt++){let vt=bt*M-V;at[v]=vt*b,at[m]=yt*_,at[p]=H,c.push(at.x,at.y,at.z),at[v]=0,at[m]=0,at[p]=A>0?1:-1,h.push(at.x,at.y,at.z),u.push(bt/I),u.push(1-ht/D),j+=1}}for(let ht=0;ht<D;ht++)for(let yt=0;yt<I;yt++){let bt=d+yt+q*ht,vt=d+yt+q*(ht+1),it=d+(yt+1)+q*(ht+1),ct=d+(yt+1)+q*ht;l.push(bt,vt,ct),l.push(vt,it,ct),Q+=6}a.addGroup(f,Q,E),f+=Q,d+=j}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}};function Zr(i){let t={};for(let e in i){t[e]={};for(let n in i[e]){let s=i[e][n];s&&(s.isColor||s.isMatrix3||s.isMatrix4||s.isVector2||s.isVector3||s.isVector4||s.isTexture||s.isQuaternion)?s.isRenderTargetTexture?(console.warn("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][n]=null):t[e][n]=s.clone():Array.isArray(s)?t[e][n]=s.slice():t[e][n]=s}}return t}function Rn(i){let t={};for(let e=0;e<i.length;e++){let n=Zr(i[e]);for(let s in n)t[s]=n[s]}return t}function Nv(i){let t=[];for(let e=0;e<i.length;e++)t.push(i[e].clone());return t}function Fp(i){let t=i.getRenderTarget();return t===null?i.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:me.workingColorSpace}var Fv={clone:Zr,merge:Rn},Ov=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,kv=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,oi=class extends qs{static get type(){return"ShaderMaterial"}constructor(t){super(),this.isShaderMaterial=!0,this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=Ov,this.fragmentShader=kv,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=Zr(t.uniforms),this.uniformsGroups=Nv(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?e.uniforms[s]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[s]={type:"m4",value:o.toArray()}:e.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(e.extensions=n),e}},il=class extends ri{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Qt,this.projectionMatrix=new Qt,this.projectionMatrixInverse=new Qt,this.coordinateSystem=ji}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorldInverse.copy(this.matrixWorld).invert()}updateWorldMatrix(t,e){super.updateWorldMatrix(t,e),this.matrixWorldInverse.copy(this.matrixWorld).invert()}clone(){return new this.constructor().copy(this)}},ys=new N,Ff=new gt,Of=new gt,Pn=class extends il{constructor(t=50,e=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=ko*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(Io*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return ko*2*Math.atan(Math.tan(Io*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,n){ys.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(ys.x,ys.y).multiplyScalar(-t/ys.z),ys.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(ys.x,ys.y).multiplyScalar(-t/ys.z)}getViewSize(t,e){return this.getViewBounds(t,Ff,Of),e.subVectors(Of,Ff)}setViewOffset(t,e,n,s,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(Io*.5*this.fov)/this.zoom,n=2*e,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,e-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,e,e-n,t,this.far,this.coordinateSystem),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}},Lr=-90,Dr=1,su=class extends ri{constructor(t,e,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new Pn(Lr,Dr,t,e);s.layers=this.layers,this.add(s);let r=new Pn(Lr,Dr,t,e);r.layers=this.layers,this.add(r);let o=new Pn(Lr,Dr,t,e);o.layers=this.layers,this.add(o);let a=new Pn(Lr,Dr,t,e);a.layers=this.layers,this.add(a);let l=new Pn(Lr,Dr,t,e);l.layers=this.layers,this.add(l);let c=new Pn(Lr,Dr,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[n,s,r,o,a,l]=e;for(let c of e)this.remove(c);if(t===ji)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===Ka)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=t.getRenderTarget(),d=t.getActiveCubeFace(),f=t.getActiveMipmapLevel(),g=t.xr.enabled;t.xr.enabled=!1;let v=n.texture.generateMipmaps;n.texture.generateMipmaps=!1,t.setRenderTarget(n,0,s),t.render(e,r),t.setRenderTarget(n,1,s),t.render(e,o),t.setRenderTarget(n,2,s),t.render(e,a),t.setRenderTarget(n,3,s),t.render(e,l),t.setRenderTarget(n,4,s),t.render(e,c),n.texture.generateMipmaps=v,t.setRenderTarget(n,5,s),t.render(e,h),t.setRenderTarget(u,d,f),t.xr.enabled=g,n.texture.needsPMREMUpdate=!0}},sl=class extends qn{constructor(t,e,n,s,r,o,a,l,c,h){t=t!==void 0?t:[],e=e!==void 0?e:Wr,super(t,e,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}},ru=class extends ns{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let n={width:t,height:t,depth:1},s=[n,n,n,n,n,n];this.texture=new sl(s,e.mapping,e.wrapS,e.wrapT,e.magFilter,e.minFilter,e.format,e.type,e.anisotropy,e.colorSpace),this.texture.isRenderTargetTexture=!0,this.texture.generateMipmaps=e.generateMipmaps!==void 0?e.generateMipmaps:!1,this.texture.minFilter=e.minFilter!==void 0?e.minFilter:Oi}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new Ys(5,5,5),r=new oi({name:"CubemapFromEquirect",uniforms:Zr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:wn,blending:_s});r.uniforms.tEquirect.value=e;let o=new Mn(s,r),a=e.minFilter;return e.minFilter===Gs&&(e.minFilter=Oi),new su(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e,n,s){let r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,n,s);t.setRenderTarget(r)}},sh=new N,zv=new N,Bv=new oe,vi=class{constructor(t=new N(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,n,s){return this.normal.set(t,e,n),this.constant=s,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,n){let s=sh.subVectors(n,e).cross(zv.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(s,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e){let n=t.delta(sh),s=this.normal.dot(n);if(s===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let r=-(t.start.dot(this.normal)+this.constant)/s;return r<0||r>1?null:e.copy(t.start).addScaledVector(n,r)}intersectsLine(t){let e=this.distanceToPoint(t.start),n=this.distanceToPoint(t.end);return e<0&&n>0||n<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let n=e||Bv.getNormalMatrix(t),s=this.coplanarPoint(sh).applyMatrix4(t),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}},Ns=new zi,Ua=new N,rl=class{constructor(t=new vi,e=new vi,n=new vi,s=new vi,r=new vi,o=new vi){this.planes=[t,e,n,s,r,o]}set(t,e,n,s,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let n=0;n<6;n++)e[n].copy(t.planes[n]);return this}setFromProjectionMatrix(t,e=ji){let n=this.planes,s=t.elements,r=s[0],o=s[1],a=s[2],l=s[3],c=s[4],h=s[5],u=s[6],d=s[7],f=s[8],g=s[9],v=s[10],m=s[11],p=s[12],b=s[13],_=s[14],y=s[15];if(n[0].setComponents(l-r,d-c,m-f,y-p).normalize(),n[1].setComponents(l+r,d+c,m+f,y+p).normalize(),n[2].setComponents(l+o,d+h,m+g,y+b).normalize(),n[3].setComponents(l-o,d-h,m-g,y-b).normalize(),n[4].setComponents(l-a,d-u,m-v,y-_).normalize(),e===ji)n[5].setComponents(l+a,d+u,m+v,y+_).normalize();else if(e===Ka)n[5].setComponents(a,u,v,_).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),Ns.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),Ns.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(Ns)}intersectsSprite(t){return Ns.center.set(0,0,0),Ns.radius=.7071067811865476,Ns.applyMatrix4(t.matrixWorld),this.intersectsSphere(Ns)}intersectsSphere(t){let e=this.planes,n=t.center,s=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(t){let e=this.planes;for(let n=0;n<6;n++){let s=e[n];if(Ua.x=s.normal.x>0?t.max.x:t.min.x,Ua.y=s.normal.y>0?t.max.y:t.min.y,Ua.z=s.normal.z>0?t.max.z:t.min.z,s.distanceToPoint(Ua)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let n=0;n<6;n++)if(e[n].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}};function Op(){let i=null,t=!1,e=null,n=null;function s(r,o){e(r,o),n=i.requestAnimationFrame(s)}return{start:function(){t!==!0&&e!==null&&(n=i.requestAnimationFrame(s),t=!0)},stop:function(){i.cancelAnimationFrame(n),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){i=r}}}function Vv(i){let t=new WeakMap;function e(a,l){let c=a.array,h=a.usage,u=c.byteLength,d=i.createBuffer();i.bindBuffer(l,d),i.bufferData(l,c,h),a.onUploadCallback();let f;if(c instanceof Float32Array)f=i.FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=i.HALF_FLOAT:f=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=i.SHORT;else if(c instanceof Uint32Array)f=i.UNSIGNED_INT;else if(c instanceof Int32Array)f=i.INT;else if(c instanceof Int8Array)f=i.BYTE;else if(c instanceof Uint8Array)f=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(i.bindBuffer(c,a),u.length===0)i.bufferSubData(c,0,h);else{u.sort((f,g)=>f.start-g.start);let d=0;for(let f=1;f<u.length;f++){let g=u[d],v=u[f];v.start<=g.start+g.count+1?g.count=Math.max(g.count,v.start+v.count-g.start):(++d,u[d]=v)}u.length=d+1;for(let f=0,g=u.length;f<g;f++){let v=u[f];i.bufferSubData(c,v.start*h.BYTES_PER_ELEMENT,h,v.start,v.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=t.get(a);l&&(i.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=t.get(a);(!h||h.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var ol=class i extends Ge{constructor(t=1,e=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:n,heightSegments:s};let r=t/2,o=e/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,u=t/a,d=e/l,f=[],g=[],v=[],m=[];for(let p=0;p<h;p++){let b=p*d-o;for(let _=0;_<c;_++){let y=_*u-r;g.push(y,-b,0),v.push(0,0,1),m.push(_/a),m.push(1-p/l)}}for(let p=0;p<l;p++)for(let b=0;b<a;b++){let _=b+c*p,y=b+c*(p+1),U=b+1+c*(p+1),A=b+1+c*p;f.push(_,y,A),f.push(y,U,A)}this.setIndex(f),this.setAttribute("position",new we(g,3)),this.setAttribute("normal",new we(v,3)),this.setAttribute("uv",new we(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.widthSegments,t.heightSegments)}},Hv=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Gv=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,Wv=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,Xv=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,qv=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,Yv=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,$v=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,Zv=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,Jv=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec3 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 ).rgb;
	}
#endif`,Kv=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,jv=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,Qv=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,ty=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,ey=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,ny=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,iy=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,sy=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,ry=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,oy=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,ay=`#if defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#elif defined( USE_COLOR )
	diffuseColor.rgb *= vColor;
#endif`,ly=`#if defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#elif defined( USE_COLOR )
	varying vec3 vColor;
#endif`,cy=`#if defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#elif defined( USE_COLOR ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec3 vColor;
#endif`,hy=`#if defined( USE_COLOR_ALPHA )
	vColor = vec4( 1.0 );
#elif defined( USE_COLOR ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec3( 1.0 );
#endif
#ifdef USE_COLOR
	vColor *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.xyz *= instanceColor.xyz;
#endif
#ifdef USE_BATCHING_COLOR
	vec3 batchingColor = getBatchingColor( getIndirectIndex( gl_DrawID ) );
	vColor.xyz *= batchingColor.xyz;
#endif`,uy=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
vec3 inverseTransformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( vec4( dir, 0.0 ) * matrix ).xyz );
}
mat3 transposeMat3( const in mat3 m ) {
	mat3 tmp;
	tmp[ 0 ] = vec3( m[ 0 ].x, m[ 1 ].x, m[ 2 ].x );
	tmp[ 1 ] = vec3( m[ 0 ].y, m[ 1 ].y, m[ 2 ].y );
	tmp[ 2 ] = vec3( m[ 0 ].z, m[ 1 ].z, m[ 2 ].z );
	return tmp;
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,dy=`#ifdef ENVMAP_TYPE_CUBE_UV
	#define cubeUV_minMipLevel 4.0
	#define cubeUV_minTileSize 16.0
	float getFace( vec3 direction ) {
		vec3 absDirection = abs( direction );
		float face = - 1.0;
		if ( absDirection.x > absDirection.z ) {
			if ( absDirection.x > absDirection.y )
				face = direction.x > 0.0 ? 0.0 : 3.0;
			else
				face = direction.y > 0.0 ? 1.0 : 4.0;
		} else {
			if ( absDirection.z > absDirection.y )
				face = direction.z > 0.0 ? 2.0 : 5.0;
			else
				face = direction.y > 0.0 ? 1.0 : 4.0;
		}
		return face;
	}
	vec2 getUV( vec3 direction, float face ) {
		vec2 uv;
		if ( face == 0.0 ) {
			uv = vec2( direction.z, direction.y ) / abs( direction.x );
		} else if ( face == 1.0 ) {
			uv = vec2( - direction.x, - direction.z ) / abs( direction.y );
		} else if ( face == 2.0 ) {
			uv = vec2( - direction.x, direction.y ) / abs( direction.z );
		} else if ( face == 3.0 ) {
			uv = vec2( - direction.z, direction.y ) / abs( direction.x );
		} else if ( face == 4.0 ) {
			uv = vec2( - direction.x, direction.z ) / abs( direction.y );
		} else {
			uv = vec2( direction.x, direction.y ) / abs( direction.z );
		}
		return 0.5 * ( uv + 1.0 );
	}
	vec3 bilinearCubeUV( sampler2D envMap, vec3 direction, float mipInt ) {
		float face = getFace( direction );
		float filterInt = max( cubeUV_minMipLevel - mipInt, 0.0 );
		mipInt = max( mipInt, cubeUV_minMipLevel );
		float faceSize = exp2( mipInt );
		highp vec2 uv = getUV( direction, face ) * ( faceSize - 2.0 ) + 1.0;
		if ( face > 2.0 ) {
			uv.y += faceSize;
			face -= 3.0;
		}
		uv.x += face * faceSize;
		uv.x += filterInt * 3.0 * cubeUV_minTileSize;
		uv.y += 4.0 * ( exp2( CUBEUV_MAX_MIP ) - faceSize );
		uv.x *= CUBEUV_TEXEL_WIDTH;
		uv.y *= CUBEUV_TEXEL_HEIGHT;
		#ifdef texture2DGradEXT
			return texture2DGradEXT( envMap, uv, vec2( 0.0 ), vec2( 0.0 ) ).rgb;
		#else
			return texture2D( envMap, uv ).rgb;
		#endif
	}
	#define cubeUV_r0 1.0
	#define cubeUV_m0 - 2.0
	#define cubeUV_r1 0.8
	#define cubeUV_m1 - 1.0
	#define cubeUV_r4 0.4
	#define cubeUV_m4 2.0
	#define cubeUV_r5 0.305
	#define cubeUV_m5 3.0
	#define cubeUV_r6 0.21
	#define cubeUV_m6 4.0
	float roughnessToMip( float roughness ) {
		float mip = 0.0;
		if ( roughness >= cubeUV_r1 ) {
			mip = ( cubeUV_r0 - roughness ) * ( cubeUV_m1 - cubeUV_m0 ) / ( cubeUV_r0 - cubeUV_r1 ) + cubeUV_m0;
		} else if ( roughness >= cubeUV_r4 ) {
			mip = ( cubeUV_r1 - roughness ) * ( cubeUV_m4 - cubeUV_m1 ) / ( cubeUV_r1 - cubeUV_r4 ) + cubeUV_m1;
		} else if ( roughness >= cubeUV_r5 ) {
			mip = ( cubeUV_r4 - roughness ) * ( cubeUV_m5 - cubeUV_m4 ) / ( cubeUV_r4 - cubeUV_r5 ) + cubeUV_m4;
		} else if ( roughness >= cubeUV_r6 ) {
			mip = ( cubeUV_r5 - roughness ) * ( cubeUV_m6 - cubeUV_m5 ) / ( cubeUV_r5 - cubeUV_r6 ) + cubeUV_m5;
		} else {
			mip = - 2.0 * log2( 1.16 * roughness );		}
		return mip;
	}
	vec4 textureCubeUV( sampler2D envMap, vec3 sampleDir, float roughness ) {
		float mip = clamp( roughnessToMip( roughness ), cubeUV_m0, CUBEUV_MAX_MIP );
		float mipF = fract( mip );
		float mipInt = floor( mip );
		vec3 color0 = bilinearCubeUV( envMap, sampleDir, mipInt );
		if ( mipF == 0.0 ) {
			return vec4( color0, 1.0 );
		} else {
			vec3 color1 = bilinearCubeUV( envMap, sampleDir, mipInt + 1.0 );
			return vec4( mix( color0, color1, mipF ), 1.0 );
		}
	}
#endif`,fy=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
	#ifdef FLIP_SIDED
		transformedTangent = - transformedTangent;
	#endif
#endif`,py=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,my=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,gy=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,vy=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,yy="gl_FragColor = linearToOutputTexel( gl_FragColor );",xy=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,_y=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = inverseTransformDirection( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * vec3( flipEnvMap * reflectVec.x, reflectVec.yz ) );
	#else
		vec4 envColor = vec4( 0.0 );
	#endif
	#ifdef ENVMAP_BLENDING_MULTIPLY
		outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
	#elif defined( ENVMAP_BLENDING_MIX )
		outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
	#elif defined( ENVMAP_BLENDING_ADD )
		outgoingLight += envColor.xyz * specularStrength * reflectivity;
	#endif
#endif`,by=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform float flipEnvMap;
	uniform mat3 envMapRotation;
	#ifdef ENVMAP_TYPE_CUBE
		uniform samplerCube envMap;
	#else
		uniform sampler2D envMap;
	#endif
	
#endif`,My=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,wy=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,Sy=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = inverseTransformDirection( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,Ey=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,Ay=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,Ty=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,Cy=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,Ry=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,Py=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,Iy=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,Ly=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,Dy=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = inverseTransformDirection( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif`,Uy=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_CUBE_UV
			vec3 worldNormal = inverseTransformDirection( normal, viewMatrix );
			vec4 envMapColor = textureCubeUV( envMap, envMapRotation * worldNormal, 1.0 );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_CUBE_UV
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, roughness * roughness) );
			reflectVec = inverseTransformDirection( reflectVec, viewMatrix );
			vec4 envMapColor = textureCubeUV( envMap, envMapRotation * reflectVec, roughness );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_CUBE_UV
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
#endif`,Ny=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,Fy=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,Oy=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,ky=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,zy=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb * ( 1.0 - metalnessFactor );
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.0525 );material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = mix( min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = mix( vec3( 0.04 ), diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.0525 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.07, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,By=`struct PhysicalMaterial {
	vec3 diffuseColor;
	float roughness;
	vec3 specularColor;
	float specularF90;
	float dispersion;
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		float v = 0.5 / ( gv + gl );
		return saturate(v);
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = material.clearcoatRoughness;
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColor;
	float f90 = material.specularF90;
	float roughness = material.roughness;
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float V = V_GGX_SmithCorrelated_Anisotropic( material.alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( material.alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transposeMat3( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float a = roughness < 0.25 ? -339.2 * r2 + 161.4 * roughness - 25.9 : -8.48 * r2 + 14.3 * roughness - 9.95;
	float b = roughness < 0.25 ? 44.0 * r2 - 23.7 * roughness + 3.26 : 1.97 * r2 - 3.27 * roughness + 0.72;
	float DG = exp( a * dotNV + b ) + ( roughness < 0.25 ? 0.0 : 0.1 * ( roughness - 0.25 ) );
	return saturate( DG * RECIPROCAL_PI );
}
vec2 DFGApprox( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	const vec4 c0 = vec4( - 1, - 0.0275, - 0.572, 0.022 );
	const vec4 c1 = vec4( 1, 0.0425, 1.04, - 0.04 );
	vec4 r = roughness * c0 + c1;
	float a004 = min( r.x * r.x, exp2( - 9.28 * dotNV ) ) * r.x + r.y;
	vec2 fab = vec2( - 1.04, 1.04 ) * a004 + r.zw;
	return fab;
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	vec2 fab = DFGApprox( normal, viewDir, roughness );
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, const in float roughness, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	vec2 fab = DFGApprox( normal, viewDir, roughness );
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColor * t2.x + ( vec3( 1.0 ) - material.specularColor ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseColor * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
	#endif
	reflectedLight.directSpecular += irradiance * BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
	#endif
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( geometryNormal, geometryViewDir, material.specularColor, material.specularF90, material.iridescence, material.iridescenceFresnel, material.roughness, singleScattering, multiScattering );
	#else
		computeMultiscattering( geometryNormal, geometryViewDir, material.specularColor, material.specularF90, material.roughness, singleScattering, multiScattering );
	#endif
	vec3 totalScattering = singleScattering + multiScattering;
	vec3 diffuse = material.diffuseColor * ( 1.0 - max( max( totalScattering.r, totalScattering.g ), totalScattering.b ) );
	reflectedLight.indirectSpecular += radiance * singleScattering;
	reflectedLight.indirectSpecular += multiScattering * cosineWeightedIrradiance;
	reflectedLight.indirectDiffuse += diffuse * cosineWeightedIrradiance;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,Vy=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		material.iridescenceFresnel = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		material.iridescenceF0 = Schlick_to_F0( material.iridescenceFresnel, 1.0, dotNVi );
	}
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,Hy=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD ) && defined( ENVMAP_TYPE_CUBE_UV )
		iblIrradiance += getIBLIrradiance( geometryNormal );
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		radiance += getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		radiance += getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,Gy=`#if defined( RE_IndirectDiffuse )
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,Wy=`#if defined( USE_LOGDEPTHBUF )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,Xy=`#if defined( USE_LOGDEPTHBUF )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,qy=`#ifdef USE_LOGDEPTHBUF
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Yy=`#ifdef USE_LOGDEPTHBUF
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,$y=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,Zy=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,Jy=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,Ky=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,jy=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,Qy=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,tx=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,ex=`#if defined( USE_MORPHCOLORS )
	vColor *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,nx=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,ix=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,sx=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,rx=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#if defined( DOUBLE_SIDED ) && ! defined( FLAT_SHADED )
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#if defined( DOUBLE_SIDED ) && ! defined( FLAT_SHADED )
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,ox=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,ax=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,lx=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,cx=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
	#endif
#endif`,hx=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,ux=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,dx=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,fx=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,px=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,mx=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,gx=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	return depth * ( near - far ) - near;
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	return ( near * far ) / ( ( far - near ) * depth - far );
}`,vx=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,yx=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,xx=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,_x=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,bx=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,Mx=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,wx=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform sampler2D pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	float texture2DCompare( sampler2D depths, vec2 uv, float compare ) {
		return step( compare, unpackRGBAToDepth( texture2D( depths, uv ) ) );
	}
	vec2 texture2DDistribution( sampler2D shadow, vec2 uv ) {
		return unpackRGBATo2Half( texture2D( shadow, uv ) );
	}
	float VSMShadow (sampler2D shadow, vec2 uv, float compare ){
		float occlusion = 1.0;
		vec2 distribution = texture2DDistribution( shadow, uv );
		float hard_shadow = step( compare , distribution.x );
		if (hard_shadow != 1.0 ) {
			float distance = compare - distribution.x ;
			float variance = max( 0.00000, distribution.y * distribution.y );
			float softness_probability = variance / (variance + distance * distance );			softness_probability = clamp( ( softness_probability - 0.3 ) / ( 0.95 - 0.3 ), 0.0, 1.0 );			occlusion = clamp( max( hard_shadow, softness_probability ), 0.0, 1.0 );
		}
		return occlusion;
	}
	float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
		float shadow = 1.0;
		shadowCoord.xyz /= shadowCoord.w;
		shadowCoord.z += shadowBias;
		bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
		bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
		if ( frustumTest ) {
		#if defined( SHADOWMAP_TYPE_PCF )
			vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
			float dx0 = - texelSize.x * shadowRadius;
			float dy0 = - texelSize.y * shadowRadius;
			float dx1 = + texelSize.x * shadowRadius;
			float dy1 = + texelSize.y * shadowRadius;
			float dx2 = dx0 / 2.0;
			float dy2 = dy0 / 2.0;
			float dx3 = dx1 / 2.0;
			float dy3 = dy1 / 2.0;
			shadow = (
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx0, dy0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx1, dy0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx2, dy2 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy2 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx3, dy2 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx0, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx2, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy, shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx3, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx1, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx2, dy3 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy3 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx3, dy3 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx0, dy1 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy1 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx1, dy1 ), shadowCoord.z )
			) * ( 1.0 / 17.0 );
		#elif defined( SHADOWMAP_TYPE_PCF_SOFT )
			vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
			float dx = texelSize.x;
			float dy = texelSize.y;
			vec2 uv = shadowCoord.xy;
			vec2 f = fract( uv * shadowMapSize + 0.5 );
			uv -= f * texelSize;
			shadow = (
				texture2DCompare( shadowMap, uv, shadowCoord.z ) +
				texture2DCompare( shadowMap, uv + vec2( dx, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, uv + vec2( 0.0, dy ), shadowCoord.z ) +
				texture2DCompare( shadowMap, uv + texelSize, shadowCoord.z ) +
				mix( texture2DCompare( shadowMap, uv + vec2( -dx, 0.0 ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, 0.0 ), shadowCoord.z ),
					 f.x ) +
				mix( texture2DCompare( shadowMap, uv + vec2( -dx, dy ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, dy ), shadowCoord.z ),
					 f.x ) +
				mix( texture2DCompare( shadowMap, uv + vec2( 0.0, -dy ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( 0.0, 2.0 * dy ), shadowCoord.z ),
					 f.y ) +
				mix( texture2DCompare( shadowMap, uv + vec2( dx, -dy ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( dx, 2.0 * dy ), shadowCoord.z ),
					 f.y ) +
				mix( mix( texture2DCompare( shadowMap, uv + vec2( -dx, -dy ), shadowCoord.z ),
						  texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, -dy ), shadowCoord.z ),
						  f.x ),
					 mix( texture2DCompare( shadowMap, uv + vec2( -dx, 2.0 * dy ), shadowCoord.z ),
						  texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, 2.0 * dy ), shadowCoord.z ),
						  f.x ),
					 f.y )
			) * ( 1.0 / 9.0 );
		#elif defined( SHADOWMAP_TYPE_VSM )
			shadow = VSMShadow( shadowMap, shadowCoord.xy, shadowCoord.z );
		#else
			shadow = texture2DCompare( shadowMap, shadowCoord.xy, shadowCoord.z );
		#endif
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	vec2 cubeToUV( vec3 v, float texelSizeY ) {
		vec3 absV = abs( v );
		float scaleToCube = 1.0 / max( absV.x, max( absV.y, absV.z ) );
		absV *= scaleToCube;
		v *= scaleToCube * ( 1.0 - 2.0 * texelSizeY );
		vec2 planar = v.xy;
		float almostATexel = 1.5 * texelSizeY;
		float almostOne = 1.0 - almostATexel;
		if ( absV.z >= almostOne ) {
			if ( v.z > 0.0 )
				planar.x = 4.0 - v.x;
		} else if ( absV.x >= almostOne ) {
			float signX = sign( v.x );
			planar.x = v.z * signX + 2.0 * signX;
		} else if ( absV.y >= almostOne ) {
			float signY = sign( v.y );
			planar.x = v.x + 2.0 * signY + 2.0;
			planar.y = v.z * signY - 2.0;
		}
		return vec2( 0.125, 0.25 ) * planar + vec2( 0.375, 0.75 );
	}
	float getPointShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		
		float lightToPositionLength = length( lightToPosition );
		if ( lightToPositionLength - shadowCameraFar <= 0.0 && lightToPositionLength - shadowCameraNear >= 0.0 ) {
			float dp = ( lightToPositionLength - shadowCameraNear ) / ( shadowCameraFar - shadowCameraNear );			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			vec2 texelSize = vec2( 1.0 ) / ( shadowMapSize * vec2( 4.0, 2.0 ) );
			#if defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_PCF_SOFT ) || defined( SHADOWMAP_TYPE_VSM )
				vec2 offset = vec2( - 1, 1 ) * shadowRadius * texelSize.y;
				shadow = (
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xyy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yyy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xyx, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yyx, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xxy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yxy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xxx, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yxx, texelSize.y ), dp )
				) * ( 1.0 / 9.0 );
			#else
				shadow = texture2DCompare( shadowMap, cubeToUV( bd3D, texelSize.y ), dp );
			#endif
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
#endif`,Sx=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,Ex=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	vec3 shadowWorldNormal = inverseTransformDirection( transformedNormal, viewMatrix );
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,Ax=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,Tx=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,Cx=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,Rx=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,Px=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,Ix=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,Lx=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,Dx=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,Ux=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,Nx=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = inverseTransformDirection( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseColor, material.specularColor, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,Fx=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
		
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
		
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		
		#else
		
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,Ox=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,kx=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,zx=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,Bx=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,Vx=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,Hx=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Gx=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Wx=`#ifdef ENVMAP_TYPE_CUBE
	uniform samplerCube envMap;
#elif defined( ENVMAP_TYPE_CUBE_UV )
	uniform sampler2D envMap;
#endif
uniform float flipEnvMap;
uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <cube_uv_reflection_fragment>
void main() {
	#ifdef ENVMAP_TYPE_CUBE
		vec4 texColor = textureCube( envMap, backgroundRotation * vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) );
	#elif defined( ENVMAP_TYPE_CUBE_UV )
		vec4 texColor = textureCubeUV( envMap, backgroundRotation * vWorldDirection, backgroundBlurriness );
	#else
		vec4 texColor = vec4( 0.0, 0.0, 0.0, 1.0 );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Xx=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,qx=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Yx=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,$x=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	float fragCoordZ = 0.5 * vHighPrecisionZW[0] / vHighPrecisionZW[1] + 0.5;
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,Zx=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,Jx=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main () {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = packDepthToRGBA( dist );
}`,Kx=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,jx=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Qx=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,t_=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,e_=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,n_=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,i_=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,s_=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,r_=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,o_=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,a_=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,l_=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <packing>
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( packNormalToRGB( normal ), diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,c_=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,h_=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,u_=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,d_=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <cube_uv_reflection_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
		float sheenEnergyComp = 1.0 - 0.157 * max3( material.sheenColor );
		outgoingLight = outgoingLight * sheenEnergyComp + sheenSpecularDirect + sheenSpecularIndirect;
	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,f_=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,p_=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,m_=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,g_=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,v_=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,y_=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <packing>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,x_=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,__=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,ae={alphahash_fragment:Hv,alphahash_pars_fragment:Gv,alphamap_fragment:Wv,alphamap_pars_fragment:Xv,alphatest_fragment:qv,alphatest_pars_fragment:Yv,aomap_fragment:$v,aomap_pars_fragment:Zv,batching_pars_vertex:Jv,batching_vertex:Kv,begin_vertex:jv,beginnormal_vertex:Qv,bsdfs:ty,iridescence_fragment:ey,bumpmap_pars_fragment:ny,clipping_planes_fragment:iy,clipping_planes_pars_fragment:sy,clipping_planes_pars_vertex:ry,clipping_planes_vertex:oy,color_fragment:ay,color_pars_fragment:ly,color_pars_vertex:cy,color_vertex:hy,common:uy,cube_uv_reflection_fragment:dy,defaultnormal_vertex:fy,displacementmap_pars_vertex:py,displacementmap_vertex:my,emissivemap_fragment:gy,emissivemap_pars_fragment:vy,colorspace_fragment:yy,colorspace_pars_fragment:xy,envmap_fragment:_y,envmap_common_pars_fragment:by,envmap_pars_fragment:My,envmap_pars_vertex:wy,envmap_physical_pars_fragment:Uy,envmap_vertex:Sy,fog_vertex:Ey,fog_pars_vertex:Ay,fog_fragment:Ty,fog_pars_fragment:Cy,gradientmap_pars_fragment:Ry,lightmap_pars_fragment:Py,lights_lambert_fragment:Iy,lights_lambert_pars_fragment:Ly,lights_pars_begin:Dy,lights_toon_fragment:Ny,lights_toon_pars_fragment:Fy,lights_phong_fragment:Oy,lights_phong_pars_fragment:ky,lights_physical_fragment:zy,lights_physical_pars_fragment:By,lights_fragment_begin:Vy,lights_fragment_maps:Hy,lights_fragment_end:Gy,logdepthbuf_fragment:Wy,logdepthbuf_pars_fragment:Xy,logdepthbuf_pars_vertex:qy,logdepthbuf_vertex:Yy,map_fragment:$y,map_pars_fragment:Zy,map_particle_fragment:Jy,map_particle_pars_fragment:Ky,metalnessmap_fragment:jy,metalnessmap_pars_fragment:Qy,morphinstance_vertex:tx,morphcolor_vertex:ex,morphnormal_vertex:nx,morphtarget_pars_vertex:ix,morphtarget_vertex:sx,normal_fragment_begin:rx,normal_fragment_maps:ox,normal_pars_fragment:ax,normal_pars_vertex:lx,normal_vertex:cx,normalmap_pars_fragment:hx,clearcoat_normal_fragment_begin:ux,clearcoat_normal_fragment_maps:dx,clearcoat_pars_fragment:fx,iridescence_pars_fragment:px,opaque_fragment:mx,packing:gx,premultiplied_alpha_fragment:vx,project_vertex:yx,dithering_fragment:xx,dithering_pars_fragment:_x,roughnessmap_fragment:bx,roughnessmap_pars_fragment:Mx,shadowmap_pars_fragment:wx,shadowmap_pars_vertex:Sx,shadowmap_vertex:Ex,shadowmask_pars_fragment:Ax,skinbase_vertex:Tx,skinning_pars_vertex:Cx,skinning_vertex:Rx,skinnormal_vertex:Px,specularmap_fragment:Ix,specularmap_pars_fragment:Lx,tonemapping_fragment:Dx,tonemapping_pars_fragment:Ux,transmission_fragment:Nx,transmission_pars_fragment:Fx,uv_pars_fragment:Ox,uv_pars_vertex:kx,uv_vertex:zx,worldpos_vertex:Bx,background_vert:Vx,background_frag:Hx,backgroundCube_vert:Gx,backgroundCube_frag:Wx,cube_vert:Xx,cube_frag:qx,depth_vert:Yx,depth_frag:$x,distanceRGBA_vert:Zx,distanceRGBA_frag:Jx,equirect_vert:Kx,equirect_frag:jx,linedashed_vert:Qx,linedashed_frag:t_,meshbasic_vert:e_,meshbasic_frag:n_,meshlambert_vert:i_,meshlambert_frag:s_,meshmatcap_vert:r_,meshmatcap_frag:o_,meshnormal_vert:a_,meshnormal_frag:l_,meshphong_vert:c_,meshphong_frag:h_,meshphysical_vert:u_,meshphysical_frag:d_,meshtoon_vert:f_,meshtoon_frag:p_,points_vert:m_,points_frag:g_,shadow_vert:v_,shadow_frag:y_,sprite_vert:x_,sprite_frag:__},Pt={common:{diffuse:{value:new se(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new oe},alphaMap:{value:null},alphaMapTransform:{value:new oe},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new oe}},envmap:{envMap:{value:null},envMapRotation:{value:new oe},flipEnvMap:{value:-1},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new oe}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new oe}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new oe},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new oe},normalScale:{value:new gt(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new oe},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new oe}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new oe}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new oe}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new se(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMap:{value:[]},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotShadowMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMap:{value:[]},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null}},points:{diffuse:{value:new se(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new oe},alphaTest:{value:0},uvTransform:{value:new oe}},sprite:{diffuse:{value:new se(16777215)},opacity:{value:1},center:{value:new gt(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new oe},alphaMap:{value:null},alphaMapTransform:{value:new oe},alphaTest:{value:0}}},Fi={basic:{uniforms:Rn([Pt.common,Pt.specularmap,Pt.envmap,Pt.aomap,Pt.lightmap,Pt.fog]),vertexShader:ae.meshbasic_vert,fragmentShader:ae.meshbasic_frag},lambert:{uniforms:Rn([Pt.common,Pt.specularmap,Pt.envmap,Pt.aomap,Pt.lightmap,Pt.emissivemap,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,Pt.fog,Pt.lights,{emissive:{value:new se(0)}}]),vertexShader:ae.meshlambert_vert,fragmentShader:ae.meshlambert_frag},phong:{uniforms:Rn([Pt.common,Pt.specularmap,Pt.envmap,Pt.aomap,Pt.lightmap,Pt.emissivemap,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,Pt.fog,Pt.lights,{emissive:{value:new se(0)},specular:{value:new se(1118481)},shininess:{value:30}}]),vertexShader:ae.meshphong_vert,fragmentShader:ae.meshphong_frag},standard:{uniforms:Rn([Pt.common,Pt.envmap,Pt.aomap,Pt.lightmap,Pt.emissivemap,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,Pt.roughnessmap,Pt.metalnessmap,Pt.fog,Pt.lights,{emissive:{value:new se(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:ae.meshphysical_vert,fragmentShader:ae.meshphysical_frag},toon:{uniforms:Rn([Pt.common,Pt.aomap,Pt.lightmap,Pt.emissivemap,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,Pt.gradientmap,Pt.fog,Pt.lights,{emissive:{value:new se(0)}}]),vertexShader:ae.meshtoon_vert,fragmentShader:ae.meshtoon_frag},matcap:{uniforms:Rn([Pt.common,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,Pt.fog,{matcap:{value:null}}]),vertexShader:ae.meshmatcap_vert,fragmentShader:ae.meshmatcap_frag},points:{uniforms:Rn([Pt.points,Pt.fog]),vertexShader:ae.points_vert,fragmentShader:ae.points_frag},dashed:{uniforms:Rn([Pt.common,Pt.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:ae.linedashed_vert,fragmentShader:ae.linedashed_frag},depth:{uniforms:Rn([Pt.common,Pt.displacementmap]),vertexShader:ae.depth_vert,fragmentShader:ae.depth_frag},normal:{uniforms:Rn([Pt.common,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,{opacity:{value:1}}]),vertexShader:ae.meshnormal_vert,fragmentShader:ae.meshnormal_frag},sprite:{uniforms:Rn([Pt.sprite,Pt.fog]),vertexShader:ae.sprite_vert,fragmentShader:ae.sprite_frag},background:{uniforms:{uvTransform:{value:new oe},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:ae.background_vert,fragmentShader:ae.background_frag},backgroundCube:{uniforms:{envMap:{value:null},flipEnvMap:{value:-1},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new oe}},vertexShader:ae.backgroundCube_vert,fragmentShader:ae.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:ae.cube_vert,fragmentShader:ae.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:ae.equirect_vert,fragmentShader:ae.equirect_frag},distanceRGBA:{uniforms:Rn([Pt.common,Pt.displacementmap,{referencePosition:{value:new N},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:ae.distanceRGBA_vert,fragmentShader:ae.distanceRGBA_frag},shadow:{uniforms:Rn([Pt.lights,Pt.fog,{color:{value:new se(0)},opacity:{value:1}}]),vertexShader:ae.shadow_vert,fragmentShader:ae.shadow_frag}};Fi.physical={uniforms:Rn([Fi.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new oe},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new oe},clearcoatNormalScale:{value:new gt(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new oe},dispersion:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new oe},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new oe},sheen:{value:0},sheenColor:{value:new se(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new oe},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new oe},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new oe},transmissionSamplerSize:{value:new gt},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new oe},attenuationDistance:{value:0},attenuationColor:{value:new se(0)},specularColor:{value:new se(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new oe},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new oe},anisotropyVector:{value:new gt},anisotropyMap:{value:null},anisotropyMapTransform:{value:new oe}}]),vertexShader:ae.meshphysical_vert,fragmentShader:ae.meshphysical_frag};var Na={r:0,b:0,g:0},Fs=new is,b_=new Qt;function M_(i,t,e,n,s,r,o){let a=new se(0),l=r===!0?0:1,c,h,u=null,d=0,f=null;function g(b){let _=b.isScene===!0?b.background:null;return _&&_.isTexture&&(_=(b.backgroundBlurriness>0?e:t).get(_)),_}function v(b){let _=!1,y=g(b);y===null?p(a,l):y&&y.isColor&&(p(y,1),_=!0);let U=i.xr.getEnvironmentBlendMode();U==="additive"?n.buffers.color.setClear(0,0,0,1,o):U==="alpha-blend"&&n.buffers.color.setClear(0,0,0,0,o),(i.autoClear||_)&&(n.buffers.depth.setTest(!0),n.buffers.depth.setMask(!0),n.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function m(b,_){let y=g(_);y&&(y.isCubeTexture||y.mapping===Il)?(h===void 0&&(h=new Mn(new Ys(1,1,1),new oi({name:"BackgroundCubeMaterial",uniforms:Zr(Fi.backgroundCube.uniforms),vertexShader:Fi.backgroundCube.vertexShader,fragmentShader:Fi.backgroundCube.fragmentShader,side:wn,depthTest:!1,depthWrite:!1,fog:!1})),h.geometry.deleteAttribute("normal"),h.geometry.deleteAttribute("uv"),h.onBeforeRender=function(U,A,I){this.matrixWorld.copyPosition(I.matrixWorld)},Object.defineProperty(h.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),s.update(h)),Fs.copy(_.backgroundRotation),Fs.x*=-1,Fs.y*=-1,Fs.z*=-1,y.isCubeTexture&&y.isRenderTargetTexture===!1&&(Fs.y*=-1,Fs.z*=-1),h.material.uniforms.envMap.value=y,h.material.uniforms.flipEnvMap.value=y.isCubeTexture&&y.isRenderTargetTexture===!1?-1:1,h.material.uniforms.backgroundBlurriness.value=_.backgroundBlurriness,h.material.uniforms.backgroundIntensity.value=_.backgroundIntensity,h.material.uniforms.backgroundRotation.value.setFromMatrix4(b_.makeRotationFromEuler(Fs)),h.material.toneMapped=me.getTransfer(y.colorSpace)!==Te,(u!==y||d!==y.version||f!==i.toneMapping)&&(h.material.needsUpdate=!0,u=y,d=y.version,f=i.toneMapping),h.layers.enableAll(),b.unshift(h,h.geometry,h.material,0,0,null)):y&&y.isTexture&&(c===void 0&&(c=new Mn(new ol(2,2),new oi({name:"BackgroundMaterial",uniforms:Zr(Fi.background.uniforms),vertexShader:Fi.background.vertexShader,fragmentShader:Fi.background.fragmentShader,side:ki,depthTest:!1,depthWrite:!1,fog:!1})),c.geometry.deleteAttribute("normal"),Object.defineProperty(c.material,"map",{get:function(){return this.uniforms.t2D.value}}),s.update(c)),c.material.uniforms.t2D.value=y,c.material.uniforms.backgroundIntensity.value=_.backgroundIntensity,c.material.toneMapped=me.getTransfer(y.colorSpace)!==Te,y.matrixAutoUpdate===!0&&y.updateMatrix(),c.material.uniforms.uvTransform.value.copy(y.matrix),(u!==y||d!==y.version||f!==i.toneMapping)&&(c.material.needsUpdate=!0,u=y,d=y.version,f=i.toneMapping),c.layers.enableAll(),b.unshift(c,c.geometry,c.material,0,0,null))}function p(b,_){b.getRGB(Na,Fp(i)),n.buffers.color.setClear(Na.r,Na.g,Na.b,_,o)}return{getClearColor:function(){return a},setClearColor:function(b,_=1){a.set(b),l=_,p(a,l)},getClearAlpha:function(){return l},setClearAlpha:function(b){l=b,p(a,l)},render:v,addToRenderList:m}}function w_(i,t){let e=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=d(null),r=s,o=!1;function a(M,C,V,O,H){let q=!1,W=u(O,V,C);r!==W&&(r=W,c(r.object)),q=f(M,O,V,H),q&&g(M,O,V,H),H!==null&&t.update(H,i.ELEMENT_ARRAY_BUFFER),(q||o)&&(o=!1,y(M,C,V,O),H!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,t.get(H).buffer))}function l(){return i.createVertexArray()}function c(M){return i.bindVertexArray(M)}function h(M){return i.deleteVertexArray(M)}function u(M,C,V){let O=V.wireframe===!0,H=n[M.id];H===void 0&&(H={},n[M.id]=H);let q=H[C.id];q===void 0&&(q={},H[C.id]=q);let W=q[O];return W===void 0&&(W=d(l()),q[O]=W),W}function d(M){let C=[],V=[],O=[];for(let H=0;H<e;H++)C[H]=0,V[H]=0,O[H]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:C,enabledAttributes:V,attributeDivisors:O,object:M,attributes:{},index:null}}function f(M,C,V,O){let H=r.attributes,q=C.attributes,W=0,j=V.getAttributes();for(let Q in j)if(j[Q].location>=0){let ht=H[Q],yt=q[Q];if(yt===void 0&&(Q==="instanceMatrix"&&M.instanceMatrix&&(yt=M.instanceMatrix),Q==="instanceColor"&&M.instanceColor&&(yt=M.instanceColor)),ht===void 0||ht.attribute!==yt||yt&&ht.data!==yt.data)return!0;W++}return r.attributesNum!==W||r.index!==O}function g(M,C,V,O){let H={},q=C.attributes,W=0,j=V.getAttributes();for(let Q in j)if(j[Q].location>=0){let ht=q[Q];ht===void 0&&(Q==="instanceMatrix"&&M.instanceMatrix&&(ht=M.instanceMatrix),Q==="instanceColor"&&M.instanceColor&&(ht=M.instanceColor));let yt={};yt.attribute=ht,ht&&ht.data&&(yt.data=ht.data),H[Q]=yt,W++}r.attributes=H,r.attributesNum=W,r.index=O}function v(){let M=r.newAttributes;for(let C=0,V=M.length;C<V;C++)M[C]=0}function m(M){p(M,0)}function p(M,C){let V=r.newAttributes,O=r.enabledAttributes,H=r.attributeDivisors;V[M]=1,O[M]===0&&(i.enableVertexAttribArray(M),O[M]=1),H[M]!==C&&(i.vertexAttribDivisor(M,C),H[M]=C)}function b(){let M=r.newAttributes,C=r.enabledAttributes;for(let V=0,O=C.length;V<O;V++)C[V]!==M[V]&&(i.disableVertexAttribArray(V),C[V]=0)}function _(M,C,V,O,H,q,W){W===!0?i.vertexAttribIPointer(M,C,V,H,q):i.vertexAttribPointer(M,C,V,O,H,q)}function y(M,C,V,O){v();let H=O.attributes,q=V.getAttributes(),W=C.defaultAttributeValues;for(let j in q){let Q=q[j];if(Q.location>=0){let at=H[j];if(at===void 0&&(j==="instanceMatrix"&&M.instanceMatrix&&(at=M.instanceMatrix),j==="instanceColor"&&M.instanceColor&&(at=M.instanceColor)),at!==void 0){let ht=at.normalized,yt=at.itemSize,bt=t.get(at);if(bt===void 0)continue;let vt=bt.buffer,it=bt.type,ct=bt.bytesPerElement,xt=it===i.INT||it===i.UNSIGNED_INT||at.gpuType===Ou;if(at.isInterleavedBufferAttribute){let ot=at.data,kt=ot.stride,Gt=at.offset;if(ot.isInstancedInterleavedBuffer){for(let Lt=0;Lt<Q.locationSize;Lt++)p(Q.location+Lt,ot.meshPerAttribute);M.isInstancedMesh!==!0&&O._maxInstanceCount===void 0&&(O._maxInstanceCount=ot.meshPerAttribute*ot.count)}else for(let Lt=0;Lt<Q.locationSize;Lt++)m(Q.location+Lt);i.bindBuffer(i.ARRAY_BUFFER,vt);for(let Lt=0;Lt<Q.locationSize;Lt++)_(Q.location+Lt,yt/Q.locationSize,it,ht,kt*ct,(Gt+yt/Q.locationSize*Lt)*ct,xt)}else{if(at.isInstancedBufferAttribute){for(let ot=0;ot<Q.locationSize;ot++)p(Q.location+ot,at.meshPerAttribute);M.isInstancedMesh!==!0&&O._maxInstanceCount===void 0&&(O._maxInstanceCount=at.meshPerAttribute*at.count)}else for(let ot=0;ot<Q.locationSize;ot++)m(Q.location+ot);i.bindBuffer(i.ARRAY_BUFFER,vt);for(let ot=0;ot<Q.locationSize;ot++)_(Q.location+ot,yt/Q.locationSize,it,ht,yt*ct,yt/Q.locationSize*ot*ct,xt)}}else if(W!==void 0){let ht=W[j];if(ht!==void 0)switch(ht.length){case 2:i.vertexAttrib2fv(Q.location,ht);break;case 3:i.vertexAttrib3fv(Q.location,ht);break;case 4:i.vertexAttrib4fv(Q.location,ht);break;default:i.vertexAttrib1fv(Q.location,ht)}}}}b()}function U(){D();for(let M in n){let C=n[M];for(let V in C){let O=C[V];for(let H in O)h(O[H].object),delete O[H];delete C[V]}delete n[M]}}function A(M){if(n[M.id]===void 0)return;let C=n[M.id];for(let V in C){let O=C[V];for(let H in O)h(O[H].object),delete O[H];delete C[V]}delete n[M.id]}function I(M){for(let C in n){let V=n[C];if(V[M.id]===void 0)continue;let O=V[M.id];for(let H in O)h(O[H].object),delete O[H];delete V[M.id]}}function D(){E(),o=!0,r!==s&&(r=s,c(r.object))}function E(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:D,resetDefaultState:E,dispose:U,releaseStatesOfGeometry:A,releaseStatesOfProgram:I,initAttributes:v,enableAttribute:m,disableUnusedAttributes:b}}function S_(i,t,e){let n;function s(c){n=c}function r(c,h){i.drawArrays(n,c,h),e.update(h,n,1)}function o(c,h,u){u!==0&&(i.drawArraysInstanced(n,c,h,u),e.update(h,n,u))}function a(c,h,u){if(u===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,c,0,h,0,u);let f=0;for(let g=0;g<u;g++)f+=h[g];e.update(f,n,1)}function l(c,h,u,d){if(u===0)return;let f=t.get("WEBGL_multi_draw");if(f===null)for(let g=0;g<c.length;g++)o(c[g],h[g],d[g]);else{f.multiDrawArraysInstancedWEBGL(n,c,0,h,0,d,0,u);let g=0;for(let v=0;v<u;v++)g+=h[v]*d[v];e.update(g,n,1)}}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a,this.renderMultiDrawInstances=l}function E_(i,t,e,n){let s;function r(){if(s!==void 0)return s;if(t.has("EXT_texture_filter_anisotropic")===!0){let I=t.get("EXT_texture_filter_anisotropic");s=i.getParameter(I.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(I){return!(I!==Wn&&n.convert(I)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(I){let D=I===Zo&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(I!==ts&&n.convert(I)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE)&&I!==ii&&!D)}function l(I){if(I==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";I="mediump"}return I==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp",h=l(c);h!==c&&(console.warn("THREE.WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=e.logarithmicDepthBuffer===!0,d=e.reverseDepthBuffer===!0&&t.has("EXT_clip_control"),f=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),g=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),v=i.getParameter(i.MAX_TEXTURE_SIZE),m=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),p=i.getParameter(i.MAX_VERTEX_ATTRIBS),b=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),_=i.getParameter(i.MAX_VARYING_VECTORS),y=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),U=g>0,A=i.getParameter(i.MAX_SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:u,reverseDepthBuffer:d,maxTextures:f,maxVertexTextures:g,maxTextureSize:v,maxCubemapSize:m,maxAttributes:p,maxVertexUniforms:b,maxVaryings:_,maxFragmentUniforms:y,vertexTextures:U,maxSamples:A}}function A_(i){let t=this,e=null,n=0,s=!1,r=!1,o=new vi,a=new oe,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,d){let f=u.length!==0||d||n!==0||s;return s=d,n=u.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,d){e=h(u,d,0)},this.setState=function(u,d,f){let g=u.clippingPlanes,v=u.clipIntersection,m=u.clipShadows,p=i.get(u);if(!s||g===null||g.length===0||r&&!m)r?h(null):c();else{let b=r?0:n,_=b*4,y=p.clippingState||null;l.value=y,y=h(g,d,_,f);for(let U=0;U!==_;++U)y[U]=e[U];p.clippingState=y,this.numIntersection=v?this.numPlanes:0,this.numPlanes+=b}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=n>0),t.numPlanes=n,t.numIntersection=0}function h(u,d,f,g){let v=u!==null?u.length:0,m=null;if(v!==0){if(m=l.value,g!==!0||m===null){let p=f+v*4,b=d.matrixWorldInverse;a.getNormalMatrix(b),(m===null||m.length<p)&&(m=new Float32Array(p));for(let _=0,y=f;_!==v;++_,y+=4)o.copy(u[_]).applyMatrix4(b,a),o.normal.toArray(m,y),m[y+3]=o.constant}l.value=m,l.needsUpdate=!0}return t.numPlanes=v,t.numIntersection=0,m}}function T_(i){let t=new WeakMap;function e(o,a){return a===Sh?o.mapping=Wr:a===Eh&&(o.mapping=Xr),o}function n(o){if(o&&o.isTexture){let a=o.mapping;if(a===Sh||a===Eh)if(t.has(o)){let l=t.get(o).texture;return e(l,o.mapping)}else{let l=o.image;if(l&&l.height>0){let c=new ru(l.height);return c.fromEquirectangularTexture(i,o),t.set(o,c),o.addEventListener("dispose",s),e(c.texture,o.mapping)}else return null}}return o}function s(o){let a=o.target;a.removeEventListener("dispose",s);let l=t.get(a);l!==void 0&&(t.delete(a),l.dispose())}function r(){t=new WeakMap}return{get:n,dispose:r}}var Bo=class extends il{constructor(t=-1,e=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-t,o=n+t,a=s+e,l=s-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},Or=4,kf=[.125,.215,.35,.446,.526,.582],Vs=20,rh=new Bo,zf=new se,oh=null,ah=0,lh=0,ch=!1,ks=(1+Math.sqrt(5))/2,Ur=1/ks,Bf=[new N(-ks,Ur,0),new N(ks,Ur,0),new N(-Ur,0,ks),new N(Ur,0,ks),new N(0,ks,-Ur),new N(0,ks,Ur),new N(-1,1,-1),new N(1,1,-1),new N(-1,1,1),new N(1,1,1)],al=class{constructor(t){this._renderer=t,this._pingPongRenderTarget=null,this._lodMax=0,this._cubeSize=0,this._lodPlanes=[],this._sizeLods=[],this._sigmas=[],this._blurMaterial=null,this._cubemapMaterial=null,this._equirectMaterial=null,this._compileMaterial(this._blurMaterial)}fromScene(t,e=0,n=.1,s=100){oh=this._renderer.getRenderTarget(),ah=this._renderer.getActiveCubeFace(),lh=this._renderer.getActiveMipmapLevel(),ch=this._renderer.xr.enabled,this._renderer.xr.enabled=!1,this._setSize(256);let r=this._allocateTargets();return r.depthBuffer=!0,this._sceneToCubeUV(t,n,s,r),e>0&&this._blur(r,0,0,e),this._applyPMREM(r),this._cleanup(r),r}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=Gf(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=Hf(),this._compileMaterial(this._equirectMaterial))}dispose(){this._dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose()}_setSize(t){this._lodMax=Math.floor(Math.log2(t)),this._cubeSize=Math.pow(2,this._lodMax)}_dispose(){this._blurMaterial!==null&&this._blurMaterial.dispose(),this._pingPongRenderTarget!==null&&this._pingPongRenderTarget.dispose();for(let t=0;t<this._lodPlanes.length;t++)this._lodPlanes[t].dispose()}_cleanup(t){this._renderer.setRenderTarget(oh,ah,lh),this._renderer.xr.enabled=ch,t.scissorTest=!1,Fa(t,0,0,t.width,t.height)}_fromTexture(t,e){t.mapping===Wr||t.mapping===Xr?this._setSize(t.image.length===0?16:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4),oh=this._renderer.getRenderTarget(),ah=this._renderer.getActiveCubeFace(),lh=this._renderer.getActiveMipmapLevel(),ch=this._renderer.xr.enabled,this._renderer.xr.enabled=!1;let n=e||this._allocateTargets();return this._textureToCubeUV(t,n),this._applyPMREM(n),this._cleanup(n),n}_allocateTargets(){let t=3*Math.max(this._cubeSize,112),e=4*this._cubeSize,n={magFilter:Oi,minFilter:Oi,generateMipmaps:!1,type:Zo,format:Wn,colorSpace:jr,depthBuffer:!1},s=Vf(t,e,n);if(this._pingPongRenderTarget===null||this._pingPongRenderTarget.width!==t||this._pingPongRenderTarget.height!==e){this._pingPongRenderTarget!==null&&this._dispose(),this._pingPongRenderTarget=Vf(t,e,n);let{_lodMax:r}=this;({sizeLods:this._sizeLods,lodPlanes:this._lodPlanes,sigmas:this._sigmas}=C_(r)),this._blurMaterial=R_(r,t,e)}return s}_compileMaterial(t){let e=new Mn(this._lodPlanes[0],t);this._renderer.compile(e,rh)}_sceneToCubeUV(t,e,n,s){let a=new Pn(90,1,e,n),l=[1,-1,1,1,1,1],c=[1,1,1,-1,-1,-1],h=this._renderer,u=h.autoClear,d=h.toneMapping;h.getClearColor(zf),h.toneMapping=bs,h.autoClear=!1;let f=new $r({name:"PMREM.Background",side:wn,depthWrite:!1,depthTest:!1}),g=new Mn(new Ys,f),v=!1,m=t.background;m?m.isColor&&(f.color.copy(m),t.background=null,v=!0):(f.color.copy(zf),v=!0);for(let p=0;p<6;p++){let b=p%3;b===0?(a.up.set(0,l[p],0),a.lookAt(c[p],0,0)):b===1?(a.up.set(0,0,l[p]),a.lookAt(0,c[p],0)):(a.up.set(0,l[p],0),a.lookAt(0,0,c[p]));let _=this._cubeSize;Fa(s,b*_,p>2?_:0,_,_),h.setRenderTarget(s),v&&h.render(g,a),h.render(t,a)}g.geometry.dispose(),g.material.dispose(),h.toneMapping=d,h.autoClear=u,t.background=m}_textureToCubeUV(t,e){let n=this._renderer,s=t.mapping===Wr||t.mapping===Xr;s?(this._cubemapMaterial===null&&(this._cubemapMaterial=Gf()),this._cubemapMaterial.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):this._equirectMaterial===null&&(this._equirectMaterial=Hf());let r=s?this._cubemapMaterial:this._equirectMaterial,o=new Mn(this._lodPlanes[0],r),a=r.uniforms;a.envMap.value=t;let l=this._cubeSize;Fa(e,0,0,3*l,2*l),n.setRenderTarget(e),n.render(o,rh)}_applyPMREM(t){let e=this._renderer,n=e.autoClear;e.autoClear=!1;let s=this._lodPlanes.length;for(let r=1;r<s;r++){let o=Math.sqrt(this._sigmas[r]*this._sigmas[r]-this._sigmas[r-1]*this._sigmas[r-1]),a=Bf[(s-r-1)%Bf.length];this._blur(t,r-1,r,o,a)}e.autoClear=n}_blur(t,e,n,s,r){let o=this._pingPongRenderTarget;this._halfBlur(t,o,e,n,s,"latitudinal",r),this._halfBlur(o,t,n,n,s,"longitudinal",r)}_halfBlur(t,e,n,s,r,o,a){let l=this._renderer,c=this._blurMaterial;o!=="latitudinal"&&o!=="longitudinal"&&console.error("blur direction must be either latitudinal or longitudinal!");let h=3,u=new Mn(this._lodPlanes[s],c),d=c.uniforms,f=this._sizeLods[n]-1,g=isFinite(r)?Math.PI/(2*f):2*Math.PI/(2*Vs-1),v=r/g,m=isFinite(r)?1+Math.floor(h*v):Vs;m>Vs&&console.warn(`sigmaRadians, ${r}, is too large and will clip, as it requested ${m} samples when the maximum is set to ${Vs}`);let p=[],b=0;for(let I=0;I<Vs;++I){let D=I/v,E=Math.exp(-D*D/2);p.push(E),I===0?b+=E:I<m&&(b+=2*E)}for(let I=0;I<p.length;I++)p[I]=p[I]/b;d.envMap.value=t.texture,d.samples.value=m,d.weights.value=p,d.latitudinal.value=o==="latitudinal",a&&(d.poleAxis.value=a);let{_lodMax:_}=this;d.dTheta.value=g,d.mipInt.value=_-n;let y=this._sizeLods[s],U=3*y*(s>_-Or?s-_+Or:0),A=4*(this._cubeSize-y);Fa(e,U,A,3*y,2*y),l.setRenderTarget(e),l.render(u,rh)}};function C_(i){let t=[],e=[],n=[],s=i,r=i-Or+1+kf.length;for(let o=0;o<r;o++){let a=Math.pow(2,s);e.push(a);let l=1/a;o>i-Or?l=kf[o-i+Or-1]:o===0&&(l=0),n.push(l);let c=1/(a-2),h=-c,u=1+c,d=[h,h,u,h,u,u,h,h,u,u,h,u],f=6,g=6,v=3,m=2,p=1,b=new Float32Array(v*g*f),_=new Float32Array(m*g*f),y=new Float32Array(p*g*f);for(let A=0;A<f;A++){let I=A%3*2/3-1,D=A>2?0:-1,E=[I,D,0,I+2/3,D,0,I+2/3,D+1,0,I,D,0,I+2/3,D+1,0,I,D+1,0];b.set(E,v*g*A),_.set(d,m*g*A);let M=[A,A,A,A,A,A];y.set(M,p*g*A)}let U=new Ge;U.setAttribute("position",new Ve(b,v)),U.setAttribute("uv",new Ve(_,m)),U.setAttribute("faceIndex",new Ve(y,p)),t.push(U),s>Or&&s--}return{lodPlanes:t,sizeLods:e,sigmas:n}}function Vf(i,t,e){let n=new ns(i,t,e);return n.texture.mapping=Il,n.texture.name="PMREM.cubeUv",n.scissorTest=!0,n}function Fa(i,t,e,n,s){i.viewport.set(t,e,n,s),i.scissor.set(t,e,n,s)}function R_(i,t,e){let n=new Float32Array(Vs),s=new N(0,1,0);return new oi({name:"SphericalGaussianBlur",defines:{n:Vs,CUBEUV_TEXEL_WIDTH:1/t,CUBEUV_TEXEL_HEIGHT:1/e,CUBEUV_MAX_MIP:`${i}.0`},uniforms:{envMap:{value:null},samples:{value:1},weights:{value:n},latitudinal:{value:!1},dTheta:{value:0},mipInt:{value:0},poleAxis:{value:s}},vertexShader:Xu(),fragmentShader:`

			precision mediump float;
			precision mediump int;

			varying vec3 vOutputDirection;

			uniform sampler2D envMap;
			uniform int samples;
			uniform float weights[ n ];
			uniform bool latitudinal;
			uniform float dTheta;
			uniform float mipInt;
			uniform vec3 poleAxis;

			#define ENVMAP_TYPE_CUBE_UV
			#include <cube_uv_reflection_fragment>

			vec3 getSample( float theta, vec3 axis ) {

				float cosTheta = cos( theta );
				// Rodrigues' axis-angle rotation
				vec3 sampleDirection = vOutputDirection * cosTheta
					+ cross( axis, vOutputDirection ) * sin( theta )
					+ axis * dot( axis, vOutputDirection ) * ( 1.0 - cosTheta );

				return bilinearCubeUV( envMap, sampleDirection, mipInt );

			}

			void main() {

				vec3 axis = latitudinal ? poleAxis : cross( poleAxis, vOutputDirection );

				if ( all( equal( axis, vec3( 0.0 ) ) ) ) {

					axis = vec3( vOutputDirection.z, 0.0, - vOutputDirection.x );

				}

				axis = normalize( axis );

				gl_FragColor = vec4( 0.0, 0.0, 0.0, 1.0 );
				gl_FragColor.rgb += weights[ 0 ] * getSample( 0.0, axis );

				for ( int i = 1; i < n; i++ ) {

					if ( i >= samples ) {

						break;

					}

					float theta = dTheta * float( i );
					gl_FragColor.rgb += weights[ i ] * getSample( -1.0 * theta, axis );
					gl_FragColor.rgb += weights[ i ] * getSample( theta, axis );

				}

			}
		`,blending:_s,depthTest:!1,depthWrite:!1})}function Hf(){return new oi({name:"EquirectangularToCubeUV",uniforms:{envMap:{value:null}},vertexShader:Xu(),fragmentShader:`

			precision mediump float;
			precision mediump int;

			varying vec3 vOutputDirection;

			uniform sampler2D envMap;

			#include <common>

			void main() {

				vec3 outputDirection = normalize( vOutputDirection );
				vec2 uv = equirectUv( outputDirection );

				gl_FragColor = vec4( texture2D ( envMap, uv ).rgb, 1.0 );

			}
		`,blending:_s,depthTest:!1,depthWrite:!1})}function Gf(){return new oi({name:"CubemapToCubeUV",uniforms:{envMap:{value:null},flipEnvMap:{value:-1}},vertexShader:Xu(),fragmentShader:`

			precision mediump float;
			precision mediump int;

			uniform float flipEnvMap;

			varying vec3 vOutputDirection;

			uniform samplerCube envMap;

			void main() {

				gl_FragColor = textureCube( envMap, vec3( flipEnvMap * vOutputDirection.x, vOutputDirection.yz ) );

			}
		`,blending:_s,depthTest:!1,depthWrite:!1})}function Xu(){return`

		precision mediump float;
		precision mediump int;

		attribute float faceIndex;

		varying vec3 vOutputDirection;

		// RH coordinate system; PMREM face-indexing convention
		vec3 getDirection( vec2 uv, float face ) {

			uv = 2.0 * uv - 1.0;

			vec3 direction = vec3( uv, 1.0 );

			if ( face == 0.0 ) {

				direction = direction.zyx; // ( 1, v, u ) pos x

			} else if ( face == 1.0 ) {

				direction = direction.xzy;
				direction.xz *= -1.0; // ( -u, 1, -v ) pos y

			} else if ( face == 2.0 ) {

				direction.x *= -1.0; // ( -u, v, 1 ) pos z

			} else if ( face == 3.0 ) {

				direction = direction.zyx;
				direction.xz *= -1.0; // ( -1, v, -u ) neg x

			} else if ( face == 4.0 ) {

				direction = direction.xzy;
				direction.xy *= -1.0; // ( -u, -1, v ) neg y

			} else if ( face == 5.0 ) {

				direction.z *= -1.0; // ( u, v, -1 ) neg z

			}

			return direction;

		}

		void main() {

			vOutputDirection = getDirection( uv, faceIndex );
			gl_Position = vec4( position, 1.0 );

		}
	`}function P_(i){let t=new WeakMap,e=null;function n(a){if(a&&a.isTexture){let l=a.mapping,c=l===Sh||l===Eh,h=l===Wr||l===Xr;if(c||h){let u=t.get(a),d=u!==void 0?u.texture.pmremVersion:0;if(a.isRenderTargetTexture&&a.pmremVersion!==d)return e===null&&(e=new al(i)),u=c?e.fromEquirectangular(a,u):e.fromCubemap(a,u),u.texture.pmremVersion=a.pmremVersion,t.set(a,u),u.texture;if(u!==void 0)return u.texture;{let f=a.image;return c&&f&&f.height>0||h&&f&&s(f)?(e===null&&(e=new al(i)),u=c?e.fromEquirectangular(a):e.fromCubemap(a),u.texture.pmremVersion=a.pmremVersion,t.set(a,u),a.addEventListener("dispose",r),u.texture):null}}}return a}function s(a){let l=0,c=6;for(let h=0;h<c;h++)a[h]!==void 0&&l++;return l===c}function r(a){let l=a.target;l.removeEventListener("dispose",r);let c=t.get(l);c!==void 0&&(t.delete(l),c.dispose())}function o(){t=new WeakMap,e!==null&&(e.dispose(),e=null)}return{get:n,dispose:o}}function I_(i){let t={};function e(n){if(t[n]!==void 0)return t[n];let s;switch(n){case"WEBGL_depth_texture":s=i.getExtension("WEBGL_depth_texture")||i.getExtension("MOZ_WEBGL_depth_texture")||i.getExtension("WEBKIT_WEBGL_depth_texture");break;case"EXT_texture_filter_anisotropic":s=i.getExtension("EXT_texture_filter_anisotropic")||i.getExtension("MOZ_EXT_texture_filter_anisotropic")||i.getExtension("WEBKIT_EXT_texture_filter_anisotropic");break;case"WEBGL_compressed_texture_s3tc":s=i.getExtension("WEBGL_compressed_texture_s3tc")||i.getExtension("MOZ_WEBGL_compressed_texture_s3tc")||i.getExtension("WEBKIT_WEBGL_compressed_texture_s3tc");break;case"WEBGL_compressed_texture_pvrtc":s=i.getExtension("WEBGL_compressed_texture_pvrtc")||i.getExtension("WEBKIT_WEBGL_compressed_texture_pvrtc");break;default:s=i.getExtension(n)}return t[n]=s,s}return{has:function(n){return e(n)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(n){let s=e(n);return s===null&&Ro("THREE.WebGLRenderer: "+n+" extension not supported."),s}}}function L_(i,t,e,n){let s={},r=new WeakMap;function o(u){let d=u.target;d.index!==null&&t.remove(d.index);for(let g in d.attributes)t.remove(d.attributes[g]);for(let g in d.morphAttributes){let v=d.morphAttributes[g];for(let m=0,p=v.length;m<p;m++)t.remove(v[m])}d.removeEventListener("dispose",o),delete s[d.id];let f=r.get(d);f&&(t.remove(f),r.delete(d)),n.releaseStatesOfGeometry(d),d.isInstancedBufferGeometry===!0&&delete d._maxInstanceCount,e.memory.geometries--}function a(u,d){return s[d.id]===!0||(d.addEventListener("dispose",o),s[d.id]=!0,e.memory.geometries++),d}function l(u){let d=u.attributes;for(let g in d)t.update(d[g],i.ARRAY_BUFFER);let f=u.morphAttributes;for(let g in f){let v=f[g];for(let m=0,p=v.length;m<p;m++)t.update(v[m],i.ARRAY_BUFFER)}}function c(u){let d=[],f=u.index,g=u.attributes.position,v=0;if(f!==null){let b=f.array;v=f.version;for(let _=0,y=b.length;_<y;_+=3){let U=b[_+0],A=b[_+1],I=b[_+2];d.push(U,A,A,I,I,U)}}else if(g!==void 0){let b=g.array;v=g.version;for(let _=0,y=b.length/3-1;_<y;_+=3){let U=_+0,A=_+1,I=_+2;d.push(U,A,A,I,I,U)}}else return;let m=new(Up(d)?nl:el)(d,1);m.version=v;let p=r.get(u);p&&t.remove(p),r.set(u,m)}function h(u){let d=r.get(u);if(d){let f=u.index;f!==null&&d.version<f.version&&c(u)}else c(u);return r.get(u)}return{get:a,update:l,getWireframeAttribute:h}}function D_(i,t,e){let n;function s(d){n=d}let r,o;function a(d){r=d.type,o=d.bytesPerElement}function l(d,f){i.drawElements(n,f,r,d*o),e.update(f,n,1)}function c(d,f,g){g!==0&&(i.drawElementsInstanced(n,f,r,d*o,g),e.update(f,n,g))}function h(d,f,g){if(g===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,f,0,r,d,0,g);let m=0;for(let p=0;p<g;p++)m+=f[p];e.update(m,n,1)}function u(d,f,g,v){if(g===0)return;let m=t.get("WEBGL_multi_draw");if(m===null)for(let p=0;p<d.length;p++)c(d[p]/o,f[p],v[p]);else{m.multiDrawElementsInstancedWEBGL(n,f,0,r,d,0,v,0,g);let p=0;for(let b=0;b<g;b++)p+=f[b]*v[b];e.update(p,n,1)}}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h,this.renderMultiDrawInstances=u}function U_(i){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(e.calls++,o){case i.TRIANGLES:e.triangles+=a*(r/3);break;case i.LINES:e.lines+=a*(r/2);break;case i.LINE_STRIP:e.lines+=a*(r-1);break;case i.LINE_LOOP:e.lines+=a*r;break;case i.POINTS:e.points+=a*r;break;default:console.error("THREE.WebGLInfo: Unknown draw mode:",o);break}}function s(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:s,update:n}}function N_(i,t,e){let n=new WeakMap,s=new Ye;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,d=n.get(a);if(d===void 0||d.count!==u){let E=function(){I.dispose(),n.delete(a),a.removeEventListener("dispose",E)};d!==void 0&&d.texture.dispose();let f=a.morphAttributes.position!==void 0,g=a.morphAttributes.normal!==void 0,v=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],p=a.morphAttributes.normal||[],b=a.morphAttributes.color||[],_=0;f===!0&&(_=1),g===!0&&(_=2),v===!0&&(_=3);let y=a.attributes.position.count*_,U=1;y>t.maxTextureSize&&(U=Math.ceil(y/t.maxTextureSize),y=t.maxTextureSize);let A=new Float32Array(y*U*4*u),I=new tl(A,y,U,u);I.type=ii,I.needsUpdate=!0;let D=_*4;for(let M=0;M<u;M++){let C=m[M],V=p[M],O=b[M],H=y*U*4*M;for(let q=0;q<C.count;q++){let W=q*D;f===!0&&(s.fromBufferAttribute(C,q),A[H+W+0]=s.x,A[H+W+1]=s.y,A[H+W+2]=s.z,A[H+W+3]=0),g===!0&&(s.fromBufferAttribute(V,q),A[H+W+4]=s.x,A[H+W+5]=s.y,A[H+W+6]=s.z,A[H+W+7]=0),v===!0&&(s.fromBufferAttribute(O,q),A[H+W+8]=s.x,A[H+W+9]=s.y,A[H+W+10]=s.z,A[H+W+11]=O.itemSize===4?s.w:1)}}d={count:u,texture:I,size:new gt(y,U)},n.set(a,d),a.addEventListener("dispose",E)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,e);else{let f=0;for(let v=0;v<c.length;v++)f+=c[v];let g=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(i,"morphTargetBaseInfluence",g),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",d.texture,e),l.getUniforms().setValue(i,"morphTargetsTextureSize",d.size)}return{update:r}}function F_(i,t,e,n){let s=new WeakMap;function r(l){let c=n.render.frame,h=l.geometry,u=t.get(l,h);if(s.get(u)!==c&&(t.update(u),s.set(u,c)),l.isInstancedMesh&&(l.hasEventListener("dispose",a)===!1&&l.addEventListener("dispose",a),s.get(l)!==c&&(e.update(l.instanceMatrix,i.ARRAY_BUFFER),l.instanceColor!==null&&e.update(l.instanceColor,i.ARRAY_BUFFER),s.set(l,c))),l.isSkinnedMesh){let d=l.skeleton;s.get(d)!==c&&(d.update(),s.set(d,c))}return u}function o(){s=new WeakMap}function a(l){let c=l.target;c.removeEventListener("dispose",a),e.remove(c.instanceMatrix),c.instanceColor!==null&&e.remove(c.instanceColor)}return{update:r,dispose:o}}var ll=class extends qn{constructor(t,e,n,s,r,o,a,l,c,h=Br){if(h!==Br&&h!==Yr)throw new Error("DepthTexture format must be either THREE.DepthFormat or THREE.DepthStencilFormat");n===void 0&&h===Br&&(n=Ws),n===void 0&&h===Yr&&(n=qr),super(null,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.image={width:t,height:e},this.magFilter=a!==void 0?a:Xn,this.minFilter=l!==void 0?l:Xn,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return this.compareFunction!==null&&(e.compareFunction=this.compareFunction),e}},kp=new qn,Wf=new ll(1,1),zp=new tl,Bp=new iu,Vp=new sl,Xf=[],qf=[],Yf=new Float32Array(16),$f=new Float32Array(9),Zf=new Float32Array(4);function Qr(i,t,e){let n=i[0];if(n<=0||n>0)return i;let s=t*e,r=Xf[s];if(r===void 0&&(r=new Float32Array(s),Xf[s]=r),t!==0){n.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,i[o].toArray(r,a)}return r}function Qe(i,t){if(i.length!==t.length)return!1;for(let e=0,n=i.length;e<n;e++)if(i[e]!==t[e])return!1;return!0}function tn(i,t){for(let e=0,n=t.length;e<n;e++)i[e]=t[e]}function Dl(i,t){let e=qf[t];e===void 0&&(e=new Int32Array(t),qf[t]=e);for(let n=0;n!==t;++n)e[n]=i.allocateTextureUnit();return e}function O_(i,t){let e=this.cache;e[0]!==t&&(i.uniform1f(this.addr,t),e[0]=t)}function k_(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(Qe(e,t))return;i.uniform2fv(this.addr,t),tn(e,t)}}function z_(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(i.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(Qe(e,t))return;i.uniform3fv(this.addr,t),tn(e,t)}}function B_(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(Qe(e,t))return;i.uniform4fv(this.addr,t),tn(e,t)}}function V_(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(Qe(e,t))return;i.uniformMatrix2fv(this.addr,!1,t),tn(e,t)}else{if(Qe(e,n))return;Zf.set(n),i.uniformMatrix2fv(this.addr,!1,Zf),tn(e,n)}}function H_(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(Qe(e,t))return;i.uniformMatrix3fv(this.addr,!1,t),tn(e,t)}else{if(Qe(e,n))return;$f.set(n),i.uniformMatrix3fv(this.addr,!1,$f),tn(e,n)}}function G_(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(Qe(e,t))return;i.uniformMatrix4fv(this.addr,!1,t),tn(e,t)}else{if(Qe(e,n))return;Yf.set(n),i.uniformMatrix4fv(this.addr,!1,Yf),tn(e,n)}}function W_(i,t){let e=this.cache;e[0]!==t&&(i.uniform1i(this.addr,t),e[0]=t)}function X_(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(Qe(e,t))return;i.uniform2iv(this.addr,t),tn(e,t)}}function q_(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(Qe(e,t))return;i.uniform3iv(this.addr,t),tn(e,t)}}function Y_(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(Qe(e,t))return;i.uniform4iv(this.addr,t),tn(e,t)}}function $_(i,t){let e=this.cache;e[0]!==t&&(i.uniform1ui(this.addr,t),e[0]=t)}function Z_(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(Qe(e,t))return;i.uniform2uiv(this.addr,t),tn(e,t)}}function J_(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(Qe(e,t))return;i.uniform3uiv(this.addr,t),tn(e,t)}}function K_(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(Qe(e,t))return;i.uniform4uiv(this.addr,t),tn(e,t)}}function j_(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?(Wf.compareFunction=Lp,r=Wf):r=kp,e.setTexture2D(t||r,s)}function Q_(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture3D(t||Bp,s)}function tb(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTextureCube(t||Vp,s)}function eb(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture2DArray(t||zp,s)}function nb(i){switch(i){case 5126:return O_;case 35664:return k_;case 35665:return z_;case 35666:return B_;case 35674:return V_;case 35675:return H_;case 35676:return G_;case 5124:case 35670:return W_;case 35667:case 35671:return X_;case 35668:case 35672:return q_;case 35669:case 35673:return Y_;case 5125:return $_;case 36294:return Z_;case 36295:return J_;case 36296:return K_;case 35678:case 36198:case 36298:case 36306:case 35682:return j_;case 35679:case 36299:case 36307:return Q_;case 35680:case 36300:case 36308:case 36293:return tb;case 36289:case 36303:case 36311:case 36292:return eb}}function ib(i,t){i.uniform1fv(this.addr,t)}function sb(i,t){let e=Qr(t,this.size,2);i.uniform2fv(this.addr,e)}function rb(i,t){let e=Qr(t,this.size,3);i.uniform3fv(this.addr,e)}function ob(i,t){let e=Qr(t,this.size,4);i.uniform4fv(this.addr,e)}function ab(i,t){let e=Qr(t,this.size,4);i.uniformMatrix2fv(this.addr,!1,e)}function lb(i,t){let e=Qr(t,this.size,9);i.uniformMatrix3fv(this.addr,!1,e)}function cb(i,t){let e=Qr(t,this.size,16);i.uniformMatrix4fv(this.addr,!1,e)}function hb(i,t){i.uniform1iv(this.addr,t)}function ub(i,t){i.uniform2iv(this.addr,t)}function db(i,t){i.uniform3iv(this.addr,t)}function fb(i,t){i.uniform4iv(this.addr,t)}function pb(i,t){i.uniform1uiv(this.addr,t)}function mb(i,t){i.uniform2uiv(this.addr,t)}function gb(i,t){i.uniform3uiv(this.addr,t)}function vb(i,t){i.uniform4uiv(this.addr,t)}function yb(i,t,e){let n=this.cache,s=t.length,r=Dl(e,s);Qe(n,r)||(i.uniform1iv(this.addr,r),tn(n,r));for(let o=0;o!==s;++o)e.setTexture2D(t[o]||kp,r[o])}function xb(i,t,e){let n=this.cache,s=t.length,r=Dl(e,s);Qe(n,r)||(i.uniform1iv(this.addr,r),tn(n,r));for(let o=0;o!==s;++o)e.setTexture3D(t[o]||Bp,r[o])}function _b(i,t,e){let n=this.cache,s=t.length,r=Dl(e,s);Qe(n,r)||(i.uniform1iv(this.addr,r),tn(n,r));for(let o=0;o!==s;++o)e.setTextureCube(t[o]||Vp,r[o])}function bb(i,t,e){let n=this.cache,s=t.length,r=Dl(e,s);Qe(n,r)||(i.uniform1iv(this.addr,r),tn(n,r));for(let o=0;o!==s;++o)e.setTexture2DArray(t[o]||zp,r[o])}function Mb(i){switch(i){case 5126:return ib;case 35664:return sb;case 35665:return rb;case 35666:return ob;case 35674:return ab;case 35675:return lb;case 35676:return cb;case 5124:case 35670:return hb;case 35667:case 35671:return ub;case 35668:case 35672:return db;case 35669:case 35673:return fb;case 5125:return pb;case 36294:return mb;case 36295:return gb;case 36296:return vb;case 35678:case 36198:case 36298:case 36306:case 35682:return yb;case 35679:case 36299:case 36307:return xb;case 35680:case 36300:case 36308:case 36293:return _b;case 36289:case 36303:case 36311:case 36292:return bb}}var ou=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.setValue=nb(e.type)}},au=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=Mb(e.type)}},lu=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(t,e[a.id],n)}}},hh=/(\w+)(\])?(\[|\.)?/g;function Jf(i,t){i.seq.push(t),i.map[t.id]=t}function wb(i,t,e){let n=i.name,s=n.length;for(hh.lastIndex=0;;){let r=hh.exec(n),o=hh.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){Jf(e,c===void 0?new ou(a,i,t):new au(a,i,t));break}else{let u=e.map[a];u===void 0&&(u=new lu(a),Jf(e,u)),e=u}}}var Hr=class{constructor(t,e){this.seq=[],this.map={};let n=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let s=0;s<n;++s){let r=t.getActiveUniform(e,s),o=t.getUniformLocation(e,r.name);wb(r,o,this)}}setValue(t,e,n,s){let r=this.map[e];r!==void 0&&r.setValue(t,n,s)}setOptional(t,e,n){let s=e[n];s!==void 0&&this.setValue(t,n,s)}static upload(t,e,n,s){for(let r=0,o=e.length;r!==o;++r){let a=e[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(t,l.value,s)}}static seqWithValue(t,e){let n=[];for(let s=0,r=t.length;s!==r;++s){let o=t[s];o.id in e&&n.push(o)}return n}};function Kf(i,t,e){let n=i.createShader(t);return i.shaderSource(n,e),i.compileShader(n),n}var Sb=37297,Eb=0;function Ab(i,t){let e=i.split(`
`),n=[],s=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return n.join(`
`)}var jf=new oe;function Tb(i){me._getMatrix(jf,me.workingColorSpace,i);let t=`mat3( ${jf.elements.map(e=>e.toFixed(4))} )`;switch(me.getTransfer(i)){case Ll:return[t,"LinearTransferOETF"];case Te:return[t,"sRGBTransferOETF"];default:return console.warn("THREE.WebGLProgram: Unsupported color space: ",i),[t,"LinearTransferOETF"]}}function Qf(i,t,e){let n=i.getShaderParameter(t,i.COMPILE_STATUS),s=i.getShaderInfoLog(t).trim();if(n&&s==="")return"";let r=/ERROR: 0:(\d+)/.exec(s);if(r){let o=parseInt(r[1]);return e.toUpperCase()+`

`+s+`

`+Ab(i.getShaderSource(t),o)}else return s}function Cb(i,t){let e=Tb(t);return[`vec4 ${i}( vec4 value ) {`,`	return ${e[1]}( vec4( value.rgb * ${e[0]}, value.a ) );`,"}"].join(`
`)}function Rb(i,t){let e;switch(t){case k0:e="Linear";break;case z0:e="Reinhard";break;case B0:e="Cineon";break;case V0:e="ACESFilmic";break;case G0:e="AgX";break;case W0:e="Neutral";break;case H0:e="Custom";break;default:console.warn("THREE.WebGLProgram: Unsupported toneMapping:",t),e="Linear"}return"vec3 "+i+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var Oa=new N;function Pb(){me.getLuminanceCoefficients(Oa);let i=Oa.x.toFixed(4),t=Oa.y.toFixed(4),e=Oa.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function Ib(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Po).join(`
`)}function Lb(i){let t=[];for(let e in i){let n=i[e];n!==!1&&t.push("#define "+e+" "+n)}return t.join(`
`)}function Db(i,t){let e={},n=i.getProgramParameter(t,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(t,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:i.getAttribLocation(t,o),locationSize:a}}return e}function Po(i){return i!==""}function tp(i,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return i.replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows)}function ep(i,t){return i.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var Ub=/^[ \t]*#include +<([\w\d./]+)>/gm;function cu(i){return i.replace(Ub,Fb)}var Nb=new Map;function Fb(i,t){let e=ae[t];if(e===void 0){let n=Nb.get(t);if(n!==void 0)e=ae[n],console.warn('THREE.WebGLRenderer: Shader chunk "%s" has been deprecated. Use "%s" instead.',t,n);else throw new Error("Can not resolve #include <"+t+">")}return cu(e)}var Ob=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function np(i){return i.replace(Ob,kb)}function kb(i,t,e,n){let s="";for(let r=parseInt(t);r<parseInt(e);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function ip(i){let t=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?t+=`
#define HIGH_PRECISION`:i.precision==="mediump"?t+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(t+=`
#define LOW_PRECISION`),t}function zb(i){let t="SHADOWMAP_TYPE_BASIC";return i.shadowMapType===_p?t="SHADOWMAP_TYPE_PCF":i.shadowMapType===v0?t="SHADOWMAP_TYPE_PCF_SOFT":i.shadowMapType===Ki&&(t="SHADOWMAP_TYPE_VSM"),t}function Bb(i){let t="ENVMAP_TYPE_CUBE";if(i.envMap)switch(i.envMapMode){case Wr:case Xr:t="ENVMAP_TYPE_CUBE";break;case Il:t="ENVMAP_TYPE_CUBE_UV";break}return t}function Vb(i){let t="ENVMAP_MODE_REFLECTION";if(i.envMap)switch(i.envMapMode){case Xr:t="ENVMAP_MODE_REFRACTION";break}return t}function Hb(i){let t="ENVMAP_BLENDING_NONE";if(i.envMap)switch(i.combine){case bp:t="ENVMAP_BLENDING_MULTIPLY";break;case F0:t="ENVMAP_BLENDING_MIX";break;case O0:t="ENVMAP_BLENDING_ADD";break}return t}function Gb(i){let t=i.envMapCubeUVHeight;if(t===null)return null;let e=Math.log2(t)-2,n=1/t;return{texelWidth:1/(3*Math.max(Math.pow(2,e),7*16)),texelHeight:n,maxMip:e}}function Wb(i,t,e,n){let s=i.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,l=zb(e),c=Bb(e),h=Vb(e),u=Hb(e),d=Gb(e),f=Ib(e),g=Lb(r),v=s.createProgram(),m,p,b=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(m=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g].filter(Po).join(`
`),m.length>0&&(m+=`
`),p=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g].filter(Po).join(`
`),p.length>0&&(p+=`
`)):(m=[ip(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+h:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGDEPTHBUF":"",e.reverseDepthBuffer?"#define USE_REVERSEDEPTHBUF":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Po).join(`
`),p=[ip(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+h:"",e.envMap?"#define "+u:"",d?"#define CUBEUV_TEXEL_WIDTH "+d.texelWidth:"",d?"#define CUBEUV_TEXEL_HEIGHT "+d.texelHeight:"",d?"#define CUBEUV_MAX_MIP "+d.maxMip+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor||e.batchingColor?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGDEPTHBUF":"",e.reverseDepthBuffer?"#define USE_REVERSEDEPTHBUF":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==bs?"#define TONE_MAPPING":"",e.toneMapping!==bs?ae.tonemapping_pars_fragment:"",e.toneMapping!==bs?Rb("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",ae.colorspace_pars_fragment,Cb("linearToOutputTexel",e.outputColorSpace),Pb(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(Po).join(`
`)),o=cu(o),o=tp(o,e),o=ep(o,e),a=cu(a),a=tp(a,e),a=ep(a,e),o=np(o),a=np(a),e.isRawShaderMaterial!==!0&&(b=`#version 300 es
`,m=[f,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+m,p=["#define varying in",e.glslVersion===gf?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===gf?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+p);let _=b+m+o,y=b+p+a,U=Kf(s,s.VERTEX_SHADER,_),A=Kf(s,s.FRAGMENT_SHADER,y);s.attachShader(v,U),s.attachShader(v,A),e.index0AttributeName!==void 0?s.bindAttribLocation(v,0,e.index0AttributeName):e.morphTargets===!0&&s.bindAttribLocation(v,0,"position"),s.linkProgram(v);function I(C){if(i.debug.checkShaderErrors){let V=s.getProgramInfoLog(v).trim(),O=s.getShaderInfoLog(U).trim(),H=s.getShaderInfoLog(A).trim(),q=!0,W=!0;if(s.getProgramParameter(v,s.LINK_STATUS)===!1)if(q=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,v,U,A);else{let j=Qf(s,U,"vertex"),Q=Qf(s,A,"fragment");console.error("THREE.WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(v,s.VALIDATE_STATUS)+`

Material Name: `+C.name+`
Material Type: `+C.type+`

Program Info Log: `+V+`
`+j+`
`+Q)}else V!==""?console.warn("THREE.WebGLProgram: Program Info Log:",V):(O===""||H==="")&&(W=!1);W&&(C.diagnostics={runnable:q,programLog:V,vertexShader:{log:O,prefix:m},fragmentShader:{log:H,prefix:p}})}s.deleteShader(U),s.deleteShader(A),D=new Hr(s,v),E=Db(s,v)}let D;this.getUniforms=function(){return D===void 0&&I(this),D};let E;this.getAttributes=function(){return E===void 0&&I(this),E};let M=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return M===!1&&(M=s.getProgramParameter(v,Sb)),M},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(v),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=Eb++,this.cacheKey=t,this.usedTimes=1,this.program=v,this.vertexShader=U,this.fragmentShader=A,this}var Xb=0,hu=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t){let e=t.vertexShader,n=t.fragmentShader,s=this._getShaderStage(e),r=this._getShaderStage(n),o=this._getShaderCacheForMaterial(t);return o.has(s)===!1&&(o.add(s),s.usedTimes++),o.has(r)===!1&&(o.add(r),r.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let n of e)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(t),this}getVertexShaderID(t){return this._getShaderStage(t.vertexShader).id}getFragmentShaderID(t){return this._getShaderStage(t.fragmentShader).id}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,n=e.get(t);return n===void 0&&(n=new Set,e.set(t,n)),n}_getShaderStage(t){let e=this.shaderCache,n=e.get(t);return n===void 0&&(n=new uu(t),e.set(t,n)),n}},uu=class{constructor(t){this.id=Xb++,this.code=t,this.usedTimes=0}};function qb(i,t,e,n,s,r,o){let a=new zo,l=new hu,c=new Set,h=[],u=s.logarithmicDepthBuffer,d=s.vertexTextures,f=s.precision,g={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distanceRGBA",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function v(E){return c.add(E),E===0?"uv":`uv${E}`}function m(E,M,C,V,O){let H=V.fog,q=O.geometry,W=E.isMeshStandardMaterial?V.environment:null,j=(E.isMeshStandardMaterial?e:t).get(E.envMap||W),Q=j&&j.mapping===Il?j.image.height:null,at=g[E.type];E.precision!==null&&(f=s.getMaxPrecision(E.precision),f!==E.precision&&console.warn("THREE.WebGLProgram.getParameters:",E.precision,"not supported, using",f,"instead."));let ht=q.morphAttributes.position||q.morphAttributes.normal||q.morphAttributes.color,yt=ht!==void 0?ht.length:0,bt=0;q.morphAttributes.position!==void 0&&(bt=1),q.morphAttributes.normal!==void 0&&(bt=2),q.morphAttributes.color!==void 0&&(bt=3);let vt,it,ct,xt;if(at){let ye=Fi[at];vt=ye.vertexShader,it=ye.fragmentShader}else vt=E.vertexShader,it=E.fragmentShader,l.update(E),ct=l.getVertexShaderID(E),xt=l.getFragmentShaderID(E);let ot=i.getRenderTarget(),kt=i.state.buffers.depth.getReversed(),Gt=O.isInstancedMesh===!0,Lt=O.isBatchedMesh===!0,te=!!E.map,st=!!E.matcap,ut=!!j,F=!!E.aoMap,Bt=!!E.lightMap,dt=!!E.bumpMap,Ft=!!E.normalMap,Mt=!!E.displacementMap,Zt=!!E.emissiveMap,wt=!!E.metalnessMap,R=!!E.roughnessMap,S=E.anisotropy>0,Y=E.clearcoat>0,K=E.dispersion>0,X=E.iridescence>0,et=E.sheen>0,Et=E.transmission>0,St=S&&!!E.anisotropyMap,It=Y&&!!E.clearcoatMap,ee=Y&&!!E.clearcoatNormalMap,pt=Y&&!!E.clearcoatRoughnessMap,At=X&&!!E.iridescenceMap,Wt=X&&!!E.iridescenceThicknessMap,qt=et&&!!E.sheenColorMap,Rt=et&&!!E.sheenRoughnessMap,le=!!E.specularMap,ne=!!E.specularColorMap,fe=!!E.specularIntensityMap,B=Et&&!!E.transmissionMap,Tt=Et&&!!E.thicknessMap,nt=!!E.gradientMap,lt=!!E.alphaMap,Dt=E.alphaTest>0,Ut=!!E.alphaHash,re=!!E.extensions,Oe=bs;E.toneMapped&&(ot===null||ot.isXRRenderTarget===!0)&&(Oe=i.toneMapping);let an={shaderID:at,shaderType:E.type,shaderName:E.name,vertexShader:vt,fragmentShader:it,defines:E.defines,customVertexShaderID:ct,customFragmentShaderID:xt,isRawShaderMaterial:E.isRawShaderMaterial===!0,glslVersion:E.glslVersion,precision:f,batching:Lt,batchingColor:Lt&&O._colorsTexture!==null,instancing:Gt,instancingColor:Gt&&O.instanceColor!==null,instancingMorph:Gt&&O.morphTexture!==null,supportsVertexTextures:d,outputColorSpace:ot===null?i.outputColorSpace:ot.isXRRenderTarget===!0?ot.texture.colorSpace:jr,alphaToCoverage:!!E.alphaToCoverage,map:te,matcap:st,envMap:ut,envMapMode:ut&&j.mapping,envMapCubeUVHeight:Q,aoMap:F,lightMap:Bt,bumpMap:dt,normalMap:Ft,displacementMap:d&&Mt,emissiveMap:Zt,normalMapObjectSpace:Ft&&E.normalMapType===Z0,normalMapTangentSpace:Ft&&E.normalMapType===$0,metalnessMap:wt,roughnessMap:R,anisotropy:S,anisotropyMap:St,clearcoat:Y,clearcoatMap:It,clearcoatNormalMap:ee,clearcoatRoughnessMap:pt,dispersion:K,iridescence:X,iridescenceMap:At,iridescenceThicknessMap:Wt,sheen:et,sheenColorMap:qt,sheenRoughnessMap:Rt,specularMap:le,specularColorMap:ne,specularIntensityMap:fe,transmission:Et,transmissionMap:B,thicknessMap:Tt,gradientMap:nt,opaque:E.transparent===!1&&E.blending===zr&&E.alphaToCoverage===!1,alphaMap:lt,alphaTest:Dt,alphaHash:Ut,combine:E.combine,mapUv:te&&v(E.map.channel),aoMapUv:F&&v(E.aoMap.channel),lightMapUv:Bt&&v(E.lightMap.channel),bumpMapUv:dt&&v(E.bumpMap.channel),normalMapUv:Ft&&v(E.normalMap.channel),displacementMapUv:Mt&&v(E.displacementMap.channel),emissiveMapUv:Zt&&v(E.emissiveMap.channel),metalnessMapUv:wt&&v(E.metalnessMap.channel),roughnessMapUv:R&&v(E.roughnessMap.channel),anisotropyMapUv:St&&v(E.anisotropyMap.channel),clearcoatMapUv:It&&v(E.clearcoatMap.channel),clearcoatNormalMapUv:ee&&v(E.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:pt&&v(E.clearcoatRoughnessMap.channel),iridescenceMapUv:At&&v(E.iridescenceMap.channel),iridescenceThicknessMapUv:Wt&&v(E.iridescenceThicknessMap.channel),sheenColorMapUv:qt&&v(E.sheenColorMap.channel),sheenRoughnessMapUv:Rt&&v(E.sheenRoughnessMap.channel),specularMapUv:le&&v(E.specularMap.channel),specularColorMapUv:ne&&v(E.specularColorMap.channel),specularIntensityMapUv:fe&&v(E.specularIntensityMap.channel),transmissionMapUv:B&&v(E.transmissionMap.channel),thicknessMapUv:Tt&&v(E.thicknessMap.channel),alphaMapUv:lt&&v(E.alphaMap.channel),vertexTangents:!!q.attributes.tangent&&(Ft||S),vertexColors:E.vertexColors,vertexAlphas:E.vertexColors===!0&&!!q.attributes.color&&q.attributes.color.itemSize===4,pointsUvs:O.isPoints===!0&&!!q.attributes.uv&&(te||lt),fog:!!H,useFog:E.fog===!0,fogExp2:!!H&&H.isFogExp2,flatShading:E.flatShading===!0,sizeAttenuation:E.sizeAttenuation===!0,logarithmicDepthBuffer:u,reverseDepthBuffer:kt,skinning:O.isSkinnedMesh===!0,morphTargets:q.morphAttributes.position!==void 0,morphNormals:q.morphAttributes.normal!==void 0,morphColors:q.morphAttributes.color!==void 0,morphTargetsCount:yt,morphTextureStride:bt,numDirLights:M.directional.length,numPointLights:M.point.length,numSpotLights:M.spot.length,numSpotLightMaps:M.spotLightMap.length,numRectAreaLights:M.rectArea.length,numHemiLights:M.hemi.length,numDirLightShadows:M.directionalShadowMap.length,numPointLightShadows:M.pointShadowMap.length,numSpotLightShadows:M.spotShadowMap.length,numSpotLightShadowsWithMaps:M.numSpotLightShadowsWithMaps,numLightProbes:M.numLightProbes,numClippingPlanes:o.numPlanes,numClipIntersection:o.numIntersection,dithering:E.dithering,shadowMapEnabled:i.shadowMap.enabled&&C.length>0,shadowMapType:i.shadowMap.type,toneMapping:Oe,decodeVideoTexture:te&&E.map.isVideoTexture===!0&&me.getTransfer(E.map.colorSpace)===Te,decodeVideoTextureEmissive:Zt&&E.emissiveMap.isVideoTexture===!0&&me.getTransfer(E.emissiveMap.colorSpace)===Te,premultipliedAlpha:E.premultipliedAlpha,doubleSided:E.side===yi,flipSided:E.side===wn,useDepthPacking:E.depthPacking>=0,depthPacking:E.depthPacking||0,index0AttributeName:E.index0AttributeName,extensionClipCullDistance:re&&E.extensions.clipCullDistance===!0&&n.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(re&&E.extensions.multiDraw===!0||Lt)&&n.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:n.has("KHR_parallel_shader_compile"),customProgramCacheKey:E.customProgramCacheKey()};return an.vertexUv1s=c.has(1),an.vertexUv2s=c.has(2),an.vertexUv3s=c.has(3),c.clear(),an}function p(E){let M=[];if(E.shaderID?M.push(E.shaderID):(M.push(E.customVertexShaderID),M.push(E.customFragmentShaderID)),E.defines!==void 0)for(let C in E.defines)M.push(C),M.push(E.defines[C]);return E.isRawShaderMaterial===!1&&(b(M,E),_(M,E),M.push(i.outputColorSpace)),M.push(E.customProgramCacheKey),M.join()}function b(E,M){E.push(M.precision),E.push(M.outputColorSpace),E.push(M.envMapMode),E.push(M.envMapCubeUVHeight),E.push(M.mapUv),E.push(M.alphaMapUv),E.push(M.lightMapUv),E.push(M.aoMapUv),E.push(M.bumpMapUv),E.push(M.normalMapUv),E.push(M.displacementMapUv),E.push(M.emissiveMapUv),E.push(M.metalnessMapUv),E.push(M.roughnessMapUv),E.push(M.anisotropyMapUv),E.push(M.clearcoatMapUv),E.push(M.clearcoatNormalMapUv),E.push(M.clearcoatRoughnessMapUv),E.push(M.iridescenceMapUv),E.push(M.iridescenceThicknessMapUv),E.push(M.sheenColorMapUv),E.push(M.sheenRoughnessMapUv),E.push(M.specularMapUv),E.push(M.specularColorMapUv),E.push(M.specularIntensityMapUv),E.push(M.transmissionMapUv),E.push(M.thicknessMapUv),E.push(M.combine),E.push(M.fogExp2),E.push(M.sizeAttenuation),E.push(M.morphTargetsCount),E.push(M.morphAttributeCount),E.push(M.numDirLights),E.push(M.numPointLights),E.push(M.numSpotLights),E.push(M.numSpotLightMaps),E.push(M.numHemiLights),E.push(M.numRectAreaLights),E.push(M.numDirLightShadows),E.push(M.numPointLightShadows),E.push(M.numSpotLightShadows),E.push(M.numSpotLightShadowsWithMaps),E.push(M.numLightProbes),E.push(M.shadowMapType),E.push(M.toneMapping),E.push(M.numClippingPlanes),E.push(M.numClipIntersection),E.push(M.depthPacking)}function _(E,M){a.disableAll(),M.supportsVertexTextures&&a.enable(0),M.instancing&&a.enable(1),M.instancingColor&&a.enable(2),M.instancingMorph&&a.enable(3),M.matcap&&a.enable(4),M.envMap&&a.enable(5),M.normalMapObjectSpace&&a.enable(6),M.normalMapTangentSpace&&a.enable(7),M.clearcoat&&a.enable(8),M.iridescence&&a.enable(9),M.alphaTest&&a.enable(10),M.vertexColors&&a.enable(11),M.vertexAlphas&&a.enable(12),M.vertexUv1s&&a.enable(13),M.vertexUv2s&&a.enable(14),M.vertexUv3s&&a.enable(15),M.vertexTangents&&a.enable(16),M.anisotropy&&a.enable(17),M.alphaHash&&a.enable(18),M.batching&&a.enable(19),M.dispersion&&a.enable(20),M.batchingColor&&a.enable(21),E.push(a.mask),a.disableAll(),M.fog&&a.enable(0),M.useFog&&a.enable(1),M.flatShading&&a.enable(2),M.logarithmicDepthBuffer&&a.enable(3),M.reverseDepthBuffer&&a.enable(4),M.skinning&&a.enable(5),M.morphTargets&&a.enable(6),M.morphNormals&&a.enable(7),M.morphColors&&a.enable(8),M.premultipliedAlpha&&a.enable(9),M.shadowMapEnabled&&a.enable(10),M.doubleSided&&a.enable(11),M.flipSided&&a.enable(12),M.useDepthPacking&&a.enable(13),M.dithering&&a.enable(14),M.transmission&&a.enable(15),M.sheen&&a.enable(16),M.opaque&&a.enable(17),M.pointsUvs&&a.enable(18),M.decodeVideoTexture&&a.enable(19),M.decodeVideoTextureEmissive&&a.enable(20),M.alphaToCoverage&&a.enable(21),E.push(a.mask)}function y(E){let M=g[E.type],C;if(M){let V=Fi[M];C=Fv.clone(V.uniforms)}else C=E.uniforms;return C}function U(E,M){let C;for(let V=0,O=h.length;V<O;V++){let H=h[V];if(H.cacheKey===M){C=H,++C.usedTimes;break}}return C===void 0&&(C=new Wb(i,M,E,r),h.push(C)),C}function A(E){if(--E.usedTimes===0){let M=h.indexOf(E);h[M]=h[h.length-1],h.pop(),E.destroy()}}function I(E){l.remove(E)}function D(){l.dispose()}return{getParameters:m,getProgramCacheKey:p,getUniforms:y,acquireProgram:U,releaseProgram:A,releaseShaderCache:I,programs:h,dispose:D}}function Yb(){let i=new WeakMap;function t(o){return i.has(o)}function e(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:t,get:e,remove:n,update:s,dispose:r}}function $b(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.material.id!==t.material.id?i.material.id-t.material.id:i.z!==t.z?i.z-t.z:i.id-t.id}function sp(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.z!==t.z?t.z-i.z:i.id-t.id}function rp(){let i=[],t=0,e=[],n=[],s=[];function r(){t=0,e.length=0,n.length=0,s.length=0}function o(u,d,f,g,v,m){let p=i[t];return p===void 0?(p={id:u.id,object:u,geometry:d,material:f,groupOrder:g,renderOrder:u.renderOrder,z:v,group:m},i[t]=p):(p.id=u.id,p.object=u,p.geometry=d,p.material=f,p.groupOrder=g,p.renderOrder=u.renderOrder,p.z=v,p.group=m),t++,p}function a(u,d,f,g,v,m){let p=o(u,d,f,g,v,m);f.transmission>0?n.push(p):f.transparent===!0?s.push(p):e.push(p)}function l(u,d,f,g,v,m){let p=o(u,d,f,g,v,m);f.transmission>0?n.unshift(p):f.transparent===!0?s.unshift(p):e.unshift(p)}function c(u,d){e.length>1&&e.sort(u||$b),n.length>1&&n.sort(d||sp),s.length>1&&s.sort(d||sp)}function h(){for(let u=t,d=i.length;u<d;u++){let f=i[u];if(f.id===null)break;f.id=null,f.object=null,f.geometry=null,f.material=null,f.group=null}}return{opaque:e,transmissive:n,transparent:s,init:r,push:a,unshift:l,finish:h,sort:c}}function Zb(){let i=new WeakMap;function t(n,s){let r=i.get(n),o;return r===void 0?(o=new rp,i.set(n,[o])):s>=r.length?(o=new rp,r.push(o)):o=r[s],o}function e(){i=new WeakMap}return{get:t,dispose:e}}function Jb(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"DirectionalLight":e={direction:new N,color:new se};break;case"SpotLight":e={position:new N,direction:new N,color:new se,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new N,color:new se,distance:0,decay:0};break;case"HemisphereLight":e={direction:new N,skyColor:new se,groundColor:new se};break;case"RectAreaLight":e={color:new se,position:new N,halfWidth:new N,halfHeight:new N};break}return i[t.id]=e,e}}}function Kb(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new gt};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new gt};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new gt,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[t.id]=e,e}}}var jb=0;function Qb(i,t){return(t.castShadow?2:0)-(i.castShadow?2:0)+(t.map?1:0)-(i.map?1:0)}function t1(i){let t=new Jb,e=Kb(),n={version:0,hash:{directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new N);let s=new N,r=new Qt,o=new Qt;function a(c){let h=0,u=0,d=0;for(let E=0;E<9;E++)n.probe[E].set(0,0,0);let f=0,g=0,v=0,m=0,p=0,b=0,_=0,y=0,U=0,A=0,I=0;c.sort(Qb);for(let E=0,M=c.length;E<M;E++){let C=c[E],V=C.color,O=C.intensity,H=C.distance,q=C.shadow&&C.shadow.map?C.shadow.map.texture:null;if(C.isAmbientLight)h+=V.r*O,u+=V.g*O,d+=V.b*O;else if(C.isLightProbe){for(let W=0;W<9;W++)n.probe[W].addScaledVector(C.sh.coefficients[W],O);I++}else if(C.isDirectionalLight){let W=t.get(C);if(W.color.copy(C.color).multiplyScalar(C.intensity),C.castShadow){let j=C.shadow,Q=e.get(C);Q.shadowIntensity=j.intensity,Q.shadowBias=j.bias,Q.shadowNormalBias=j.normalBias,Q.shadowRadius=j.radius,Q.shadowMapSize=j.mapSize,n.directionalShadow[f]=Q,n.directionalShadowMap[f]=q,n.directionalShadowMatrix[f]=C.shadow.matrix,b++}n.directional[f]=W,f++}else if(C.isSpotLight){let W=t.get(C);W.position.setFromMatrixPosition(C.matrixWorld),W.color.copy(V).multiplyScalar(O),W.distance=H,W.coneCos=Math.cos(C.angle),W.penumbraCos=Math.cos(C.angle*(1-C.penumbra)),W.decay=C.decay,n.spot[v]=W;let j=C.shadow;if(C.map&&(n.spotLightMap[U]=C.map,U++,j.updateMatrices(C),C.castShadow&&A++),n.spotLightMatrix[v]=j.matrix,C.castShadow){let Q=e.get(C);Q.shadowIntensity=j.intensity,Q.shadowBias=j.bias,Q.shadowNormalBias=j.normalBias,Q.shadowRadius=j.radius,Q.shadowMapSize=j.mapSize,n.spotShadow[v]=Q,n.spotShadowMap[v]=q,y++}v++}else if(C.isRectAreaLight){let W=t.get(C);W.color.copy(V).multiplyScalar(O),W.halfWidth.set(C.width*.5,0,0),W.halfHeight.set(0,C.height*.5,0),n.rectArea[m]=W,m++}else if(C.isPointLight){let W=t.get(C);if(W.color.copy(C.color).multiplyScalar(C.intensity),W.distance=C.distance,W.decay=C.decay,C.castShadow){let j=C.shadow,Q=e.get(C);Q.shadowIntensity=j.intensity,Q.shadowBias=j.bias,Q.shadowNormalBias=j.normalBias,Q.shadowRadius=j.radius,Q.shadowMapSize=j.mapSize,Q.shadowCameraNear=j.camera.near,Q.shadowCameraFar=j.camera.far,n.pointShadow[g]=Q,n.pointShadowMap[g]=q,n.pointShadowMatrix[g]=C.shadow.matrix,_++}n.point[g]=W,g++}else if(C.isHemisphereLight){let W=t.get(C);W.skyColor.copy(C.color).multiplyScalar(O),W.groundColor.copy(C.groundColor).multiplyScalar(O),n.hemi[p]=W,p++}}m>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Pt.LTC_FLOAT_1,n.rectAreaLTC2=Pt.LTC_FLOAT_2):(n.rectAreaLTC1=Pt.LTC_HALF_1,n.rectAreaLTC2=Pt.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=d;let D=n.hash;(D.directionalLength!==f||D.pointLength!==g||D.spotLength!==v||D.rectAreaLength!==m||D.hemiLength!==p||D.numDirectionalShadows!==b||D.numPointShadows!==_||D.numSpotShadows!==y||D.numSpotMaps!==U||D.numLightProbes!==I)&&(n.directional.length=f,n.spot.length=v,n.rectArea.length=m,n.point.length=g,n.hemi.length=p,n.directionalShadow.length=b,n.directionalShadowMap.length=b,n.pointShadow.length=_,n.pointShadowMap.length=_,n.spotShadow.length=y,n.spotShadowMap.length=y,n.directionalShadowMatrix.length=b,n.pointShadowMatrix.length=_,n.spotLightMatrix.length=y+U-A,n.spotLightMap.length=U,n.numSpotLightShadowsWithMaps=A,n.numLightProbes=I,D.directionalLength=f,D.pointLength=g,D.spotLength=v,D.rectAreaLength=m,D.hemiLength=p,D.numDirectionalShadows=b,D.numPointShadows=_,D.numSpotShadows=y,D.numSpotMaps=U,D.numLightProbes=I,n.version=jb++)}function l(c,h){let u=0,d=0,f=0,g=0,v=0,m=h.matrixWorldInverse;for(let p=0,b=c.length;p<b;p++){let _=c[p];if(_.isDirectionalLight){let y=n.directional[u];y.direction.setFromMatrixPosition(_.matrixWorld),s.setFromMatrixPosition(_.target.matrixWorld),y.direction.sub(s),y.direction.transformDirection(m),u++}else if(_.isSpotLight){let y=n.spot[f];y.position.setFromMatrixPosition(_.matrixWorld),y.position.applyMatrix4(m),y.direction.setFromMatrixPosition(_.matrixWorld),s.setFromMatrixPosition(_.target.matrixWorld),y.direction.sub(s),y.direction.transformDirection(m),f++}else if(_.isRectAreaLight){let y=n.rectArea[g];y.position.setFromMatrixPosition(_.matrixWorld),y.position.applyMatrix4(m),o.identity(),r.copy(_.matrixWorld),r.premultiply(m),o.extractRotation(r),y.halfWidth.set(_.width*.5,0,0),y.halfHeight.set(0,_.height*.5,0),y.halfWidth.applyMatrix4(o),y.halfHeight.applyMatrix4(o),g++}else if(_.isPointLight){let y=n.point[d];y.position.setFromMatrixPosition(_.matrixWorld),y.position.applyMatrix4(m),d++}else if(_.isHemisphereLight){let y=n.hemi[v];y.direction.setFromMatrixPosition(_.matrixWorld),y.direction.transformDirection(m),v++}}}return{setup:a,setupView:l,state:n}}function op(i){let t=new t1(i),e=[],n=[];function s(h){c.camera=h,e.length=0,n.length=0}function r(h){e.push(h)}function o(h){n.push(h)}function a(){t.setup(e)}function l(h){t.setupView(e,h)}let c={lightsArray:e,shadowsArray:n,camera:null,lights:t,transmissionRenderTarget:{}};return{init:s,state:c,setupLights:a,setupLightsView:l,pushLight:r,pushShadow:o}}function e1(i){let t=new WeakMap;function e(s,r=0){let o=t.get(s),a;return o===void 0?(a=new op(i),t.set(s,[a])):r>=o.length?(a=new op(i),o.push(a)):a=o[r],a}function n(){t=new WeakMap}return{get:e,dispose:n}}var du=class extends qs{static get type(){return"MeshDepthMaterial"}constructor(t){super(),this.isMeshDepthMaterial=!0,this.depthPacking=q0,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},fu=class extends qs{static get type(){return"MeshDistanceMaterial"}constructor(t){super(),this.isMeshDistanceMaterial=!0,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}},n1=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,i1=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
#include <packing>
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = unpackRGBATo2Half( texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ) );
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = unpackRGBAToDepth( texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ) );
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( squared_mean - mean * mean );
	gl_FragColor = pack2HalfToRGBA( vec2( mean, std_dev ) );
}`;function s1(i,t,e){let n=new rl,s=new gt,r=new gt,o=new Ye,a=new du({depthPacking:Y0}),l=new fu,c={},h=e.maxTextureSize,u={[ki]:wn,[wn]:ki,[yi]:yi},d=new oi({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new gt},radius:{value:4}},vertexShader:n1,fragmentShader:i1}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let g=new Ge;g.setAttribute("position",new Ve(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let v=new Mn(g,d),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=_p;let p=this.type;this.render=function(A,I,D){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||A.length===0)return;let E=i.getRenderTarget(),M=i.getActiveCubeFace(),C=i.getActiveMipmapLevel(),V=i.state;V.setBlending(_s),V.buffers.color.setClear(1,1,1,1),V.buffers.depth.setTest(!0),V.setScissorTest(!1);let O=p!==Ki&&this.type===Ki,H=p===Ki&&this.type!==Ki;for(let q=0,W=A.length;q<W;q++){let j=A[q],Q=j.shadow;if(Q===void 0){console.warn("THREE.WebGLShadowMap:",j,"has no shadow.");continue}if(Q.autoUpdate===!1&&Q.needsUpdate===!1)continue;s.copy(Q.mapSize);let at=Q.getFrameExtents();if(s.multiply(at),r.copy(Q.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/at.x),s.x=r.x*at.x,Q.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/at.y),s.y=r.y*at.y,Q.mapSize.y=r.y)),Q.map===null||O===!0||H===!0){let yt=this.type!==Ki?{minFilter:Xn,magFilter:Xn}:{};Q.map!==null&&Q.map.dispose(),Q.map=new ns(s.x,s.y,yt),Q.map.texture.name=j.name+".shadowMap",Q.camera.updateProjectionMatrix()}i.setRenderTarget(Q.map),i.clear();let ht=Q.getViewportCount();for(let yt=0;yt<ht;yt++){let bt=Q.getViewport(yt);o.set(r.x*bt.x,r.y*bt.y,r.x*bt.z,r.y*bt.w),V.viewport(o),Q.updateMatrices(j,yt),n=Q.getFrustum(),y(I,D,Q.camera,j,this.type)}Q.isPointLightShadow!==!0&&this.type===Ki&&b(Q,D),Q.needsUpdate=!1}p=this.type,m.needsUpdate=!1,i.setRenderTarget(E,M,C)};function b(A,I){let D=t.update(v);d.defines.VSM_SAMPLES!==A.blurSamples&&(d.defines.VSM_SAMPLES=A.blurSamples,f.defines.VSM_SAMPLES=A.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),A.mapPass===null&&(A.mapPass=new ns(s.x,s.y)),d.uniforms.shadow_pass.value=A.map.texture,d.uniforms.resolution.value=A.mapSize,d.uniforms.radius.value=A.radius,i.setRenderTarget(A.mapPass),i.clear(),i.renderBufferDirect(I,null,D,d,v,null),f.uniforms.shadow_pass.value=A.mapPass.texture,f.uniforms.resolution.value=A.mapSize,f.uniforms.radius.value=A.radius,i.setRenderTarget(A.map),i.clear(),i.renderBufferDirect(I,null,D,f,v,null)}function _(A,I,D,E){let M=null,C=D.isPointLight===!0?A.customDistanceMaterial:A.customDepthMaterial;if(C!==void 0)M=C;else if(M=D.isPointLight===!0?l:a,i.localClippingEnabled&&I.clipShadows===!0&&Array.isArray(I.clippingPlanes)&&I.clippingPlanes.length!==0||I.displacementMap&&I.displacementScale!==0||I.alphaMap&&I.alphaTest>0||I.map&&I.alphaTest>0){let V=M.uuid,O=I.uuid,H=c[V];H===void 0&&(H={},c[V]=H);let q=H[O];q===void 0&&(q=M.clone(),H[O]=q,I.addEventListener("dispose",U)),M=q}if(M.visible=I.visible,M.wireframe=I.wireframe,E===Ki?M.side=I.shadowSide!==null?I.shadowSide:I.side:M.side=I.shadowSide!==null?I.shadowSide:u[I.side],M.alphaMap=I.alphaMap,M.alphaTest=I.alphaTest,M.map=I.map,M.clipShadows=I.clipShadows,M.clippingPlanes=I.clippingPlanes,M.clipIntersection=I.clipIntersection,M.displacementMap=I.displacementMap,M.displacementScale=I.displacementScale,M.displacementBias=I.displacementBias,M.wireframeLinewidth=I.wireframeLinewidth,M.linewidth=I.linewidth,D.isPointLight===!0&&M.isMeshDistanceMaterial===!0){let V=i.properties.get(M);V.light=D}return M}function y(A,I,D,E,M){if(A.visible===!1)return;if(A.layers.test(I.layers)&&(A.isMesh||A.isLine||A.isPoints)&&(A.castShadow||A.receiveShadow&&M===Ki)&&(!A.frustumCulled||n.intersectsObject(A))){A.modelViewMatrix.multiplyMatrices(D.matrixWorldInverse,A.matrixWorld);let O=t.update(A),H=A.material;if(Array.isArray(H)){let q=O.groups;for(let W=0,j=q.length;W<j;W++){let Q=q[W],at=H[Q.materialIndex];if(at&&at.visible){let ht=_(A,at,E,M);A.onBeforeShadow(i,A,I,D,O,ht,Q),i.renderBufferDirect(D,null,O,ht,A,Q),A.onAfterShadow(i,A,I,D,O,ht,Q)}}}else if(H.visible){let q=_(A,H,E,M);A.onBeforeShadow(i,A,I,D,O,q,null),i.renderBufferDirect(D,null,O,q,A,null),A.onAfterShadow(i,A,I,D,O,q,null)}}let V=A.children;for(let O=0,H=V.length;O<H;O++)y(V[O],I,D,E,M)}function U(A){A.target.removeEventListener("dispose",U);for(let D in c){let E=c[D],M=A.target.uuid;M in E&&(E[M].dispose(),delete E[M])}}}var r1={[vh]:yh,[xh]:Mh,[_h]:wh,[Gr]:bh,[yh]:vh,[Mh]:xh,[wh]:_h,[bh]:Gr};function o1(i,t){function e(){let B=!1,Tt=new Ye,nt=null,lt=new Ye(0,0,0,0);return{setMask:function(Dt){nt!==Dt&&!B&&(i.colorMask(Dt,Dt,Dt,Dt),nt=Dt)},setLocked:function(Dt){B=Dt},setClear:function(Dt,Ut,re,Oe,an){an===!0&&(Dt*=Oe,Ut*=Oe,re*=Oe),Tt.set(Dt,Ut,re,Oe),lt.equals(Tt)===!1&&(i.clearColor(Dt,Ut,re,Oe),lt.copy(Tt))},reset:function(){B=!1,nt=null,lt.set(-1,0,0,0)}}}function n(){let B=!1,Tt=!1,nt=null,lt=null,Dt=null;return{setReversed:function(Ut){if(Tt!==Ut){let re=t.get("EXT_clip_control");Tt?re.clipControlEXT(re.LOWER_LEFT_EXT,re.ZERO_TO_ONE_EXT):re.clipControlEXT(re.LOWER_LEFT_EXT,re.NEGATIVE_ONE_TO_ONE_EXT);let Oe=Dt;Dt=null,this.setClear(Oe)}Tt=Ut},getReversed:function(){return Tt},setTest:function(Ut){Ut?ot(i.DEPTH_TEST):kt(i.DEPTH_TEST)},setMask:function(Ut){nt!==Ut&&!B&&(i.depthMask(Ut),nt=Ut)},setFunc:function(Ut){if(Tt&&(Ut=r1[Ut]),lt!==Ut){switch(Ut){case vh:i.depthFunc(i.NEVER);break;case yh:i.depthFunc(i.ALWAYS);break;case xh:i.depthFunc(i.LESS);break;case Gr:i.depthFunc(i.LEQUAL);break;case _h:i.depthFunc(i.EQUAL);break;case bh:i.depthFunc(i.GEQUAL);break;case Mh:i.depthFunc(i.GREATER);break;case wh:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}lt=Ut}},setLocked:function(Ut){B=Ut},setClear:function(Ut){Dt!==Ut&&(Tt&&(Ut=1-Ut),i.clearDepth(Ut),Dt=Ut)},reset:function(){B=!1,nt=null,lt=null,Dt=null,Tt=!1}}}function s(){let B=!1,Tt=null,nt=null,lt=null,Dt=null,Ut=null,re=null,Oe=null,an=null;return{setTest:function(ye){B||(ye?ot(i.STENCIL_TEST):kt(i.STENCIL_TEST))},setMask:function(ye){Tt!==ye&&!B&&(i.stencilMask(ye),Tt=ye)},setFunc:function(ye,je,Le){(nt!==ye||lt!==je||Dt!==Le)&&(i.stencilFunc(ye,je,Le),nt=ye,lt=je,Dt=Le)},setOp:function(ye,je,Le){(Ut!==ye||re!==je||Oe!==Le)&&(i.stencilOp(ye,je,Le),Ut=ye,re=je,Oe=Le)},setLocked:function(ye){B=ye},setClear:function(ye){an!==ye&&(i.clearStencil(ye),an=ye)},reset:function(){B=!1,Tt=null,nt=null,lt=null,Dt=null,Ut=null,re=null,Oe=null,an=null}}}let r=new e,o=new n,a=new s,l=new WeakMap,c=new WeakMap,h={},u={},d=new WeakMap,f=[],g=null,v=!1,m=null,p=null,b=null,_=null,y=null,U=null,A=null,I=new se(0,0,0),D=0,E=!1,M=null,C=null,V=null,O=null,H=null,q=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),W=!1,j=0,Q=i.getParameter(i.VERSION);Q.indexOf("WebGL")!==-1?(j=parseFloat(/^WebGL (\d)/.exec(Q)[1]),W=j>=1):Q.indexOf("OpenGL ES")!==-1&&(j=parseFloat(/^OpenGL ES (\d)/.exec(Q)[1]),W=j>=2);let at=null,ht={},yt=i.getParameter(i.SCISSOR_BOX),bt=i.getParameter(i.VIEWPORT),vt=new Ye().fromArray(yt),it=new Ye().fromArray(bt);function ct(B,Tt,nt,lt){let Dt=new Uint8Array(4),Ut=i.createTexture();i.bindTexture(B,Ut),i.texParameteri(B,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(B,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let re=0;re<nt;re++)B===i.TEXTURE_3D||B===i.TEXTURE_2D_ARRAY?i.texImage3D(Tt,0,i.RGBA,1,1,lt,0,i.RGBA,i.UNSIGNED_BYTE,Dt):i.texImage2D(Tt+re,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,Dt);return Ut}let xt={};xt[i.TEXTURE_2D]=ct(i.TEXTURE_2D,i.TEXTURE_2D,1),xt[i.TEXTURE_CUBE_MAP]=ct(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),xt[i.TEXTURE_2D_ARRAY]=ct(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),xt[i.TEXTURE_3D]=ct(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),ot(i.DEPTH_TEST),o.setFunc(Gr),dt(!1),Ft(af),ot(i.CULL_FACE),F(_s);function ot(B){h[B]!==!0&&(i.enable(B),h[B]=!0)}function kt(B){h[B]!==!1&&(i.disable(B),h[B]=!1)}function Gt(B,Tt){return u[B]!==Tt?(i.bindFramebuffer(B,Tt),u[B]=Tt,B===i.DRAW_FRAMEBUFFER&&(u[i.FRAMEBUFFER]=Tt),B===i.FRAMEBUFFER&&(u[i.DRAW_FRAMEBUFFER]=Tt),!0):!1}function Lt(B,Tt){let nt=f,lt=!1;if(B){nt=d.get(Tt),nt===void 0&&(nt=[],d.set(Tt,nt));let Dt=B.textures;if(nt.length!==Dt.length||nt[0]!==i.COLOR_ATTACHMENT0){for(let Ut=0,re=Dt.length;Ut<re;Ut++)nt[Ut]=i.COLOR_ATTACHMENT0+Ut;nt.length=Dt.length,lt=!0}}else nt[0]!==i.BACK&&(nt[0]=i.BACK,lt=!0);lt&&i.drawBuffers(nt)}function te(B){return g!==B?(i.useProgram(B),g=B,!0):!1}let st={[zs]:i.FUNC_ADD,[x0]:i.FUNC_SUBTRACT,[_0]:i.FUNC_REVERSE_SUBTRACT};st[b0]=i.MIN,st[M0]=i.MAX;let ut={[w0]:i.ZERO,[S0]:i.ONE,[E0]:i.SRC_COLOR,[mh]:i.SRC_ALPHA,[I0]:i.SRC_ALPHA_SATURATE,[R0]:i.DST_COLOR,[T0]:i.DST_ALPHA,[A0]:i.ONE_MINUS_SRC_COLOR,[gh]:i.ONE_MINUS_SRC_ALPHA,[P0]:i.ONE_MINUS_DST_COLOR,[C0]:i.ONE_MINUS_DST_ALPHA,[L0]:i.CONSTANT_COLOR,[D0]:i.ONE_MINUS_CONSTANT_COLOR,[U0]:i.CONSTANT_ALPHA,[N0]:i.ONE_MINUS_CONSTANT_ALPHA};function F(B,Tt,nt,lt,Dt,Ut,re,Oe,an,ye){if(B===_s){v===!0&&(kt(i.BLEND),v=!1);return}if(v===!1&&(ot(i.BLEND),v=!0),B!==y0){if(B!==m||ye!==E){if((p!==zs||y!==zs)&&(i.blendEquation(i.FUNC_ADD),p=zs,y=zs),ye)switch(B){case zr:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case lf:i.blendFunc(i.ONE,i.ONE);break;case cf:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case hf:i.blendFuncSeparate(i.ZERO,i.SRC_COLOR,i.ZERO,i.SRC_ALPHA);break;default:console.error("THREE.WebGLState: Invalid blending: ",B);break}else switch(B){case zr:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case lf:i.blendFunc(i.SRC_ALPHA,i.ONE);break;case cf:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case hf:i.blendFunc(i.ZERO,i.SRC_COLOR);break;default:console.error("THREE.WebGLState: Invalid blending: ",B);break}b=null,_=null,U=null,A=null,I.set(0,0,0),D=0,m=B,E=ye}return}Dt=Dt||Tt,Ut=Ut||nt,re=re||lt,(Tt!==p||Dt!==y)&&(i.blendEquationSeparate(st[Tt],st[Dt]),p=Tt,y=Dt),(nt!==b||lt!==_||Ut!==U||re!==A)&&(i.blendFuncSeparate(ut[nt],ut[lt],ut[Ut],ut[re]),b=nt,_=lt,U=Ut,A=re),(Oe.equals(I)===!1||an!==D)&&(i.blendColor(Oe.r,Oe.g,Oe.b,an),I.copy(Oe),D=an),m=B,E=!1}function Bt(B,Tt){B.side===yi?kt(i.CULL_FACE):ot(i.CULL_FACE);let nt=B.side===wn;Tt&&(nt=!nt),dt(nt),B.blending===zr&&B.transparent===!1?F(_s):F(B.blending,B.blendEquation,B.blendSrc,B.blendDst,B.blendEquationAlpha,B.blendSrcAlpha,B.blendDstAlpha,B.blendColor,B.blendAlpha,B.premultipliedAlpha),o.setFunc(B.depthFunc),o.setTest(B.depthTest),o.setMask(B.depthWrite),r.setMask(B.colorWrite);let lt=B.stencilWrite;a.setTest(lt),lt&&(a.setMask(B.stencilWriteMask),a.setFunc(B.stencilFunc,B.stencilRef,B.stencilFuncMask),a.setOp(B.stencilFail,B.stencilZFail,B.stencilZPass)),Zt(B.polygonOffset,B.polygonOffsetFactor,B.polygonOffsetUnits),B.alphaToCoverage===!0?ot(i.SAMPLE_ALPHA_TO_COVERAGE):kt(i.SAMPLE_ALPHA_TO_COVERAGE)}function dt(B){M!==B&&(B?i.frontFace(i.CW):i.frontFace(i.CCW),M=B)}function Ft(B){B!==m0?(ot(i.CULL_FACE),B!==C&&(B===af?i.cullFace(i.BACK):B===g0?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):kt(i.CULL_FACE),C=B}function Mt(B){B!==V&&(W&&i.lineWidth(B),V=B)}function Zt(B,Tt,nt){B?(ot(i.POLYGON_OFFSET_FILL),(O!==Tt||H!==nt)&&(i.polygonOffset(Tt,nt),O=Tt,H=nt)):kt(i.POLYGON_OFFSET_FILL)}function wt(B){B?ot(i.SCISSOR_TEST):kt(i.SCISSOR_TEST)}function R(B){B===void 0&&(B=i.TEXTURE0+q-1),at!==B&&(i.activeTexture(B),at=B)}function S(B,Tt,nt){nt===void 0&&(at===null?nt=i.TEXTURE0+q-1:nt=at);let lt=ht[nt];lt===void 0&&(lt={type:void 0,texture:void 0},ht[nt]=lt),(lt.type!==B||lt.texture!==Tt)&&(at!==nt&&(i.activeTexture(nt),at=nt),i.bindTexture(B,Tt||xt[B]),lt.type=B,lt.texture=Tt)}function Y(){let B=ht[at];B!==void 0&&B.type!==void 0&&(i.bindTexture(B.type,null),B.type=void 0,B.texture=void 0)}function K(){try{i.compressedTexImage2D.apply(i,arguments)}catch(B){console.error("THREE.WebGLState:",B)}}function X(){try{i.compressedTexImage3D.apply(i,arguments)}catch(B){console.error("THREE.WebGLState:",B)}}function et(){try{i.texSubImage2D.apply(i,arguments)}catch(B){console.error("THREE.WebGLState:",B)}}function Et(){try{i.texSubImage3D.apply(i,arguments)}catch(B){console.error("THREE.WebGLState:",B)}}function St(){try{i.compressedTexSubImage2D.apply(i,arguments)}catch(B){console.error("THREE.WebGLState:",B)}}function It(){try{i.compressedTexSubImage3D.apply(i,arguments)}catch(B){console.error("THREE.WebGLState:",B)}}function ee(){try{i.texStorage2D.apply(i,arguments)}catch(B){console.error("THREE.WebGLState:",B)}}function pt(){try{i.texStorage3D.apply(i,arguments)}catch(B){console.error("THREE.WebGLState:",B)}}function At(){try{i.texImage2D.apply(i,arguments)}catch(B){console.error("THREE.WebGLState:",B)}}function Wt(){try{i.texImage3D.apply(i,arguments)}catch(B){console.error("THREE.WebGLState:",B)}}function qt(B){vt.equals(B)===!1&&(i.scissor(B.x,B.y,B.z,B.w),vt.copy(B))}function Rt(B){it.equals(B)===!1&&(i.viewport(B.x,B.y,B.z,B.w),it.copy(B))}function le(B,Tt){let nt=c.get(Tt);nt===void 0&&(nt=new WeakMap,c.set(Tt,nt));let lt=nt.get(B);lt===void 0&&(lt=i.getUniformBlockIndex(Tt,B.name),nt.set(B,lt))}function ne(B,Tt){let lt=c.get(Tt).get(B);l.get(Tt)!==lt&&(i.uniformBlockBinding(Tt,lt,B.__bindingPointIndex),l.set(Tt,lt))}function fe(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),h={},at=null,ht={},u={},d=new WeakMap,f=[],g=null,v=!1,m=null,p=null,b=null,_=null,y=null,U=null,A=null,I=new se(0,0,0),D=0,E=!1,M=null,C=null,V=null,O=null,H=null,vt.set(0,0,i.canvas.width,i.canvas.height),it.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:ot,disable:kt,bindFramebuffer:Gt,drawBuffers:Lt,useProgram:te,setBlending:F,setMaterial:Bt,setFlipSided:dt,setCullFace:Ft,setLineWidth:Mt,setPolygonOffset:Zt,setScissorTest:wt,activeTexture:R,bindTexture:S,unbindTexture:Y,compressedTexImage2D:K,compressedTexImage3D:X,texImage2D:At,texImage3D:Wt,updateUBOMapping:le,uniformBlockBinding:ne,texStorage2D:ee,texStorage3D:pt,texSubImage2D:et,texSubImage3D:Et,compressedTexSubImage2D:St,compressedTexSubImage3D:It,scissor:qt,viewport:Rt,reset:fe}}function ap(i,t,e,n){let s=a1(n);switch(e){case Ap:return i*t;case Cp:return i*t;case Rp:return i*t*2;case Bu:return i*t/s.components*s.byteLength;case Vu:return i*t/s.components*s.byteLength;case Pp:return i*t*2/s.components*s.byteLength;case Hu:return i*t*2/s.components*s.byteLength;case Tp:return i*t*3/s.components*s.byteLength;case Wn:return i*t*4/s.components*s.byteLength;case Gu:return i*t*4/s.components*s.byteLength;case Xa:case qa:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case Ya:case $a:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Rh:case Ih:return Math.max(i,16)*Math.max(t,8)/4;case Ch:case Ph:return Math.max(i,8)*Math.max(t,8)/2;case Lh:case Dh:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case Uh:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Nh:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Fh:return Math.floor((i+4)/5)*Math.floor((t+3)/4)*16;case Oh:return Math.floor((i+4)/5)*Math.floor((t+4)/5)*16;case kh:return Math.floor((i+5)/6)*Math.floor((t+4)/5)*16;case zh:return Math.floor((i+5)/6)*Math.floor((t+5)/6)*16;case Bh:return Math.floor((i+7)/8)*Math.floor((t+4)/5)*16;case Vh:return Math.floor((i+7)/8)*Math.floor((t+5)/6)*16;case Hh:return Math.floor((i+7)/8)*Math.floor((t+7)/8)*16;case Gh:return Math.floor((i+9)/10)*Math.floor((t+4)/5)*16;case Wh:return Math.floor((i+9)/10)*Math.floor((t+5)/6)*16;case Xh:return Math.floor((i+9)/10)*Math.floor((t+7)/8)*16;case qh:return Math.floor((i+9)/10)*Math.floor((t+9)/10)*16;case Yh:return Math.floor((i+11)/12)*Math.floor((t+9)/10)*16;case $h:return Math.floor((i+11)/12)*Math.floor((t+11)/12)*16;case Za:case Zh:case Jh:return Math.ceil(i/4)*Math.ceil(t/4)*16;case Ip:case Kh:return Math.ceil(i/4)*Math.ceil(t/4)*8;case jh:case Qh:return Math.ceil(i/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function a1(i){switch(i){case ts:case wp:return{byteLength:1,components:1};case Oo:case Sp:case Zo:return{byteLength:2,components:1};case ku:case zu:return{byteLength:2,components:4};case Ws:case Ou:case ii:return{byteLength:4,components:1};case Ep:return{byteLength:4,components:3}}throw new Error(`Unknown texture type ${i}.`)}function l1(i,t,e,n,s,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new gt,h=new WeakMap,u,d=new WeakMap,f=!1;try{f=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(R,S){return f?new OffscreenCanvas(R,S):ja("canvas")}function v(R,S,Y){let K=1,X=wt(R);if((X.width>Y||X.height>Y)&&(K=Y/Math.max(X.width,X.height)),K<1)if(typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&R instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&R instanceof ImageBitmap||typeof VideoFrame<"u"&&R instanceof VideoFrame){let et=Math.floor(K*X.width),Et=Math.floor(K*X.height);u===void 0&&(u=g(et,Et));let St=S?g(et,Et):u;return St.width=et,St.height=Et,St.getContext("2d").drawImage(R,0,0,et,Et),console.warn("THREE.WebGLRenderer: Texture has been resized from ("+X.width+"x"+X.height+") to ("+et+"x"+Et+")."),St}else return"data"in R&&console.warn("THREE.WebGLRenderer: Image in DataTexture is too big ("+X.width+"x"+X.height+")."),R;return R}function m(R){return R.generateMipmaps}function p(R){i.generateMipmap(R)}function b(R){return R.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:R.isWebGL3DRenderTarget?i.TEXTURE_3D:R.isWebGLArrayRenderTarget||R.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function _(R,S,Y,K,X=!1){if(R!==null){if(i[R]!==void 0)return i[R];console.warn("THREE.WebGLRenderer: Attempt to use non-existing WebGL internal format '"+R+"'")}let et=S;if(S===i.RED&&(Y===i.FLOAT&&(et=i.R32F),Y===i.HALF_FLOAT&&(et=i.R16F),Y===i.UNSIGNED_BYTE&&(et=i.R8)),S===i.RED_INTEGER&&(Y===i.UNSIGNED_BYTE&&(et=i.R8UI),Y===i.UNSIGNED_SHORT&&(et=i.R16UI),Y===i.UNSIGNED_INT&&(et=i.R32UI),Y===i.BYTE&&(et=i.R8I),Y===i.SHORT&&(et=i.R16I),Y===i.INT&&(et=i.R32I)),S===i.RG&&(Y===i.FLOAT&&(et=i.RG32F),Y===i.HALF_FLOAT&&(et=i.RG16F),Y===i.UNSIGNED_BYTE&&(et=i.RG8)),S===i.RG_INTEGER&&(Y===i.UNSIGNED_BYTE&&(et=i.RG8UI),Y===i.UNSIGNED_SHORT&&(et=i.RG16UI),Y===i.UNSIGNED_INT&&(et=i.RG32UI),Y===i.BYTE&&(et=i.RG8I),Y===i.SHORT&&(et=i.RG16I),Y===i.INT&&(et=i.RG32I)),S===i.RGB_INTEGER&&(Y===i.UNSIGNED_BYTE&&(et=i.RGB8UI),Y===i.UNSIGNED_SHORT&&(et=i.RGB16UI),Y===i.UNSIGNED_INT&&(et=i.RGB32UI),Y===i.BYTE&&(et=i.RGB8I),Y===i.SHORT&&(et=i.RGB16I),Y===i.INT&&(et=i.RGB32I)),S===i.RGBA_INTEGER&&(Y===i.UNSIGNED_BYTE&&(et=i.RGBA8UI),Y===i.UNSIGNED_SHORT&&(et=i.RGBA16UI),Y===i.UNSIGNED_INT&&(et=i.RGBA32UI),Y===i.BYTE&&(et=i.RGBA8I),Y===i.SHORT&&(et=i.RGBA16I),Y===i.INT&&(et=i.RGBA32I)),S===i.RGB&&Y===i.UNSIGNED_INT_5_9_9_9_REV&&(et=i.RGB9_E5),S===i.RGBA){let Et=X?Ll:me.getTransfer(K);Y===i.FLOAT&&(et=i.RGBA32F),Y===i.HALF_FLOAT&&(et=i.RGBA16F),Y===i.UNSIGNED_BYTE&&(et=Et===Te?i.SRGB8_ALPHA8:i.RGBA8),Y===i.UNSIGNED_SHORT_4_4_4_4&&(et=i.RGBA4),Y===i.UNSIGNED_SHORT_5_5_5_1&&(et=i.RGB5_A1)}return(et===i.R16F||et===i.R32F||et===i.RG16F||et===i.RG32F||et===i.RGBA16F||et===i.RGBA32F)&&t.get("EXT_color_buffer_float"),et}function y(R,S){let Y;return R?S===null||S===Ws||S===qr?Y=i.DEPTH24_STENCIL8:S===ii?Y=i.DEPTH32F_STENCIL8:S===Oo&&(Y=i.DEPTH24_STENCIL8,console.warn("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):S===null||S===Ws||S===qr?Y=i.DEPTH_COMPONENT24:S===ii?Y=i.DEPTH_COMPONENT32F:S===Oo&&(Y=i.DEPTH_COMPONENT16),Y}function U(R,S){return m(R)===!0||R.isFramebufferTexture&&R.minFilter!==Xn&&R.minFilter!==Oi?Math.log2(Math.max(S.width,S.height))+1:R.mipmaps!==void 0&&R.mipmaps.length>0?R.mipmaps.length:R.isCompressedTexture&&Array.isArray(R.image)?S.mipmaps.length:1}function A(R){let S=R.target;S.removeEventListener("dispose",A),D(S),S.isVideoTexture&&h.delete(S)}function I(R){let S=R.target;S.removeEventListener("dispose",I),M(S)}function D(R){let S=n.get(R);if(S.__webglInit===void 0)return;let Y=R.source,K=d.get(Y);if(K){let X=K[S.__cacheKey];X.usedTimes--,X.usedTimes===0&&E(R),Object.keys(K).length===0&&d.delete(Y)}n.remove(R)}function E(R){let S=n.get(R);i.deleteTexture(S.__webglTexture);let Y=R.source,K=d.get(Y);delete K[S.__cacheKey],o.memory.textures--}function M(R){let S=n.get(R);if(R.depthTexture&&(R.depthTexture.dispose(),n.remove(R.depthTexture)),R.isWebGLCubeRenderTarget)for(let K=0;K<6;K++){if(Array.isArray(S.__webglFramebuffer[K]))for(let X=0;X<S.__webglFramebuffer[K].length;X++)i.deleteFramebuffer(S.__webglFramebuffer[K][X]);else i.deleteFramebuffer(S.__webglFramebuffer[K]);S.__webglDepthbuffer&&i.deleteRenderbuffer(S.__webglDepthbuffer[K])}else{if(Array.isArray(S.__webglFramebuffer))for(let K=0;K<S.__webglFramebuffer.length;K++)i.deleteFramebuffer(S.__webglFramebuffer[K]);else i.deleteFramebuffer(S.__webglFramebuffer);if(S.__webglDepthbuffer&&i.deleteRenderbuffer(S.__webglDepthbuffer),S.__webglMultisampledFramebuffer&&i.deleteFramebuffer(S.__webglMultisampledFramebuffer),S.__webglColorRenderbuffer)for(let K=0;K<S.__webglColorRenderbuffer.length;K++)S.__webglColorRenderbuffer[K]&&i.deleteRenderbuffer(S.__webglColorRenderbuffer[K]);S.__webglDepthRenderbuffer&&i.deleteRenderbuffer(S.__webglDepthRenderbuffer)}let Y=R.textures;for(let K=0,X=Y.length;K<X;K++){let et=n.get(Y[K]);et.__webglTexture&&(i.deleteTexture(et.__webglTexture),o.memory.textures--),n.remove(Y[K])}n.remove(R)}let C=0;function V(){C=0}function O(){let R=C;return R>=s.maxTextures&&console.warn("THREE.WebGLTextures: Trying to use "+R+" texture units while this GPU supports only "+s.maxTextures),C+=1,R}function H(R){let S=[];return S.push(R.wrapS),S.push(R.wrapT),S.push(R.wrapR||0),S.push(R.magFilter),S.push(R.minFilter),S.push(R.anisotropy),S.push(R.internalFormat),S.push(R.format),S.push(R.type),S.push(R.generateMipmaps),S.push(R.premultiplyAlpha),S.push(R.flipY),S.push(R.unpackAlignment),S.push(R.colorSpace),S.join()}function q(R,S){let Y=n.get(R);if(R.isVideoTexture&&Mt(R),R.isRenderTargetTexture===!1&&R.version>0&&Y.__version!==R.version){let K=R.image;if(K===null)console.warn("THREE.WebGLRenderer: Texture marked for update but no image data found.");else if(K.complete===!1)console.warn("THREE.WebGLRenderer: Texture marked for update but image is incomplete");else{it(Y,R,S);return}}e.bindTexture(i.TEXTURE_2D,Y.__webglTexture,i.TEXTURE0+S)}function W(R,S){let Y=n.get(R);if(R.version>0&&Y.__version!==R.version){it(Y,R,S);return}e.bindTexture(i.TEXTURE_2D_ARRAY,Y.__webglTexture,i.TEXTURE0+S)}function j(R,S){let Y=n.get(R);if(R.version>0&&Y.__version!==R.version){it(Y,R,S);return}e.bindTexture(i.TEXTURE_3D,Y.__webglTexture,i.TEXTURE0+S)}function Q(R,S){let Y=n.get(R);if(R.version>0&&Y.__version!==R.version){ct(Y,R,S);return}e.bindTexture(i.TEXTURE_CUBE_MAP,Y.__webglTexture,i.TEXTURE0+S)}let at={[Ah]:i.REPEAT,[Hs]:i.CLAMP_TO_EDGE,[Th]:i.MIRRORED_REPEAT},ht={[Xn]:i.NEAREST,[X0]:i.NEAREST_MIPMAP_NEAREST,[va]:i.NEAREST_MIPMAP_LINEAR,[Oi]:i.LINEAR,[Oc]:i.LINEAR_MIPMAP_NEAREST,[Gs]:i.LINEAR_MIPMAP_LINEAR},yt={[J0]:i.NEVER,[nv]:i.ALWAYS,[K0]:i.LESS,[Lp]:i.LEQUAL,[j0]:i.EQUAL,[ev]:i.GEQUAL,[Q0]:i.GREATER,[tv]:i.NOTEQUAL};function bt(R,S){if(S.type===ii&&t.has("OES_texture_float_linear")===!1&&(S.magFilter===Oi||S.magFilter===Oc||S.magFilter===va||S.magFilter===Gs||S.minFilter===Oi||S.minFilter===Oc||S.minFilter===va||S.minFilter===Gs)&&console.warn("THREE.WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(R,i.TEXTURE_WRAP_S,at[S.wrapS]),i.texParameteri(R,i.TEXTURE_WRAP_T,at[S.wrapT]),(R===i.TEXTURE_3D||R===i.TEXTURE_2D_ARRAY)&&i.texParameteri(R,i.TEXTURE_WRAP_R,at[S.wrapR]),i.texParameteri(R,i.TEXTURE_MAG_FILTER,ht[S.magFilter]),i.texParameteri(R,i.TEXTURE_MIN_FILTER,ht[S.minFilter]),S.compareFunction&&(i.texParameteri(R,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(R,i.TEXTURE_COMPARE_FUNC,yt[S.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(S.magFilter===Xn||S.minFilter!==va&&S.minFilter!==Gs||S.type===ii&&t.has("OES_texture_float_linear")===!1)return;if(S.anisotropy>1||n.get(S).__currentAnisotropy){let Y=t.get("EXT_texture_filter_anisotropic");i.texParameterf(R,Y.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(S.anisotropy,s.getMaxAnisotropy())),n.get(S).__currentAnisotropy=S.anisotropy}}}function vt(R,S){let Y=!1;R.__webglInit===void 0&&(R.__webglInit=!0,S.addEventListener("dispose",A));let K=S.source,X=d.get(K);X===void 0&&(X={},d.set(K,X));let et=H(S);if(et!==R.__cacheKey){X[et]===void 0&&(X[et]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,Y=!0),X[et].usedTimes++;let Et=X[R.__cacheKey];Et!==void 0&&(X[R.__cacheKey].usedTimes--,Et.usedTimes===0&&E(S)),R.__cacheKey=et,R.__webglTexture=X[et].texture}return Y}function it(R,S,Y){let K=i.TEXTURE_2D;(S.isDataArrayTexture||S.isCompressedArrayTexture)&&(K=i.TEXTURE_2D_ARRAY),S.isData3DTexture&&(K=i.TEXTURE_3D);let X=vt(R,S),et=S.source;e.bindTexture(K,R.__webglTexture,i.TEXTURE0+Y);let Et=n.get(et);if(et.version!==Et.__version||X===!0){e.activeTexture(i.TEXTURE0+Y);let St=me.getPrimaries(me.workingColorSpace),It=S.colorSpace===xs?null:me.getPrimaries(S.colorSpace),ee=S.colorSpace===xs||St===It?i.NONE:i.BROWSER_DEFAULT_WEBGL;i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,S.flipY),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,S.premultiplyAlpha),i.pixelStorei(i.UNPACK_ALIGNMENT,S.unpackAlignment),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,ee);let pt=v(S.image,!1,s.maxTextureSize);pt=Zt(S,pt);let At=r.convert(S.format,S.colorSpace),Wt=r.convert(S.type),qt=_(S.internalFormat,At,Wt,S.colorSpace,S.isVideoTexture);bt(K,S);let Rt,le=S.mipmaps,ne=S.isVideoTexture!==!0,fe=Et.__version===void 0||X===!0,B=et.dataReady,Tt=U(S,pt);if(S.isDepthTexture)qt=y(S.format===Yr,S.type),fe&&(ne?e.texStorage2D(i.TEXTURE_2D,1,qt,pt.width,pt.height):e.texImage2D(i.TEXTURE_2D,0,qt,pt.width,pt.height,0,At,Wt,null));else if(S.isDataTexture)if(le.length>0){ne&&fe&&e.texStorage2D(i.TEXTURE_2D,Tt,qt,le[0].width,le[0].height);for(let nt=0,lt=le.length;nt<lt;nt++)Rt=le[nt],ne?B&&e.texSubImage2D(i.TEXTURE_2D,nt,0,0,Rt.width,Rt.height,At,Wt,Rt.data):e.texImage2D(i.TEXTURE_2D,nt,qt,Rt.width,Rt.height,0,At,Wt,Rt.data);S.generateMipmaps=!1}else ne?(fe&&e.texStorage2D(i.TEXTURE_2D,Tt,qt,pt.width,pt.height),B&&e.texSubImage2D(i.TEXTURE_2D,0,0,0,pt.width,pt.height,At,Wt,pt.data)):e.texImage2D(i.TEXTURE_2D,0,qt,pt.width,pt.height,0,At,Wt,pt.data);else if(S.isCompressedTexture)if(S.isCompressedArrayTexture){ne&&fe&&e.texStorage3D(i.TEXTURE_2D_ARRAY,Tt,qt,le[0].width,le[0].height,pt.depth);for(let nt=0,lt=le.length;nt<lt;nt++)if(Rt=le[nt],S.format!==Wn)if(At!==null)if(ne){if(B)if(S.layerUpdates.size>0){let Dt=ap(Rt.width,Rt.height,S.format,S.type);for(let Ut of S.layerUpdates){let re=Rt.data.subarray(Ut*Dt/Rt.data.BYTES_PER_ELEMENT,(Ut+1)*Dt/Rt.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,nt,0,0,Ut,Rt.width,Rt.height,1,At,re)}S.clearLayerUpdates()}else e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,nt,0,0,0,Rt.width,Rt.height,pt.depth,At,Rt.data)}else e.compressedTexImage3D(i.TEXTURE_2D_ARRAY,nt,qt,Rt.width,Rt.height,pt.depth,0,Rt.data,0,0);else console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else ne?B&&e.texSubImage3D(i.TEXTURE_2D_ARRAY,nt,0,0,0,Rt.width,Rt.height,pt.depth,At,Wt,Rt.data):e.texImage3D(i.TEXTURE_2D_ARRAY,nt,qt,Rt.width,Rt.height,pt.depth,0,At,Wt,Rt.data)}else{ne&&fe&&e.texStorage2D(i.TEXTURE_2D,Tt,qt,le[0].width,le[0].height);for(let nt=0,lt=le.length;nt<lt;nt++)Rt=le[nt],S.format!==Wn?At!==null?ne?B&&e.compressedTexSubImage2D(i.TEXTURE_2D,nt,0,0,Rt.width,Rt.height,At,Rt.data):e.compressedTexImage2D(i.TEXTURE_2D,nt,qt,Rt.width,Rt.height,0,Rt.data):console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):ne?B&&e.texSubImage2D(i.TEXTURE_2D,nt,0,0,Rt.width,Rt.height,At,Wt,Rt.data):e.texImage2D(i.TEXTURE_2D,nt,qt,Rt.width,Rt.height,0,At,Wt,Rt.data)}else if(S.isDataArrayTexture)if(ne){if(fe&&e.texStorage3D(i.TEXTURE_2D_ARRAY,Tt,qt,pt.width,pt.height,pt.depth),B)if(S.layerUpdates.size>0){let nt=ap(pt.width,pt.height,S.format,S.type);for(let lt of S.layerUpdates){let Dt=pt.data.subarray(lt*nt/pt.data.BYTES_PER_ELEMENT,(lt+1)*nt/pt.data.BYTES_PER_ELEMENT);e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,lt,pt.width,pt.height,1,At,Wt,Dt)}S.clearLayerUpdates()}else e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,pt.width,pt.height,pt.depth,At,Wt,pt.data)}else e.texImage3D(i.TEXTURE_2D_ARRAY,0,qt,pt.width,pt.height,pt.depth,0,At,Wt,pt.data);else if(S.isData3DTexture)ne?(fe&&e.texStorage3D(i.TEXTURE_3D,Tt,qt,pt.width,pt.height,pt.depth),B&&e.texSubImage3D(i.TEXTURE_3D,0,0,0,0,pt.width,pt.height,pt.depth,At,Wt,pt.data)):e.texImage3D(i.TEXTURE_3D,0,qt,pt.width,pt.height,pt.depth,0,At,Wt,pt.data);else if(S.isFramebufferTexture){if(fe)if(ne)e.texStorage2D(i.TEXTURE_2D,Tt,qt,pt.width,pt.height);else{let nt=pt.width,lt=pt.height;for(let Dt=0;Dt<Tt;Dt++)e.texImage2D(i.TEXTURE_2D,Dt,qt,nt,lt,0,At,Wt,null),nt>>=1,lt>>=1}}else if(le.length>0){if(ne&&fe){let nt=wt(le[0]);e.texStorage2D(i.TEXTURE_2D,Tt,qt,nt.width,nt.height)}for(let nt=0,lt=le.length;nt<lt;nt++)Rt=le[nt],ne?B&&e.texSubImage2D(i.TEXTURE_2D,nt,0,0,At,Wt,Rt):e.texImage2D(i.TEXTURE_2D,nt,qt,At,Wt,Rt);S.generateMipmaps=!1}else if(ne){if(fe){let nt=wt(pt);e.texStorage2D(i.TEXTURE_2D,Tt,qt,nt.width,nt.height)}B&&e.texSubImage2D(i.TEXTURE_2D,0,0,0,At,Wt,pt)}else e.texImage2D(i.TEXTURE_2D,0,qt,At,Wt,pt);m(S)&&p(K),Et.__version=et.version,S.onUpdate&&S.onUpdate(S)}R.__version=S.version}function ct(R,S,Y){if(S.image.length!==6)return;let K=vt(R,S),X=S.source;e.bindTexture(i.TEXTURE_CUBE_MAP,R.__webglTexture,i.TEXTURE0+Y);let et=n.get(X);if(X.version!==et.__version||K===!0){e.activeTexture(i.TEXTURE0+Y);let Et=me.getPrimaries(me.workingColorSpace),St=S.colorSpace===xs?null:me.getPrimaries(S.colorSpace),It=S.colorSpace===xs||Et===St?i.NONE:i.BROWSER_DEFAULT_WEBGL;i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,S.flipY),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,S.premultiplyAlpha),i.pixelStorei(i.UNPACK_ALIGNMENT,S.unpackAlignment),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,It);let ee=S.isCompressedTexture||S.image[0].isCompressedTexture,pt=S.image[0]&&S.image[0].isDataTexture,At=[];for(let lt=0;lt<6;lt++)!ee&&!pt?At[lt]=v(S.image[lt],!0,s.maxCubemapSize):At[lt]=pt?S.image[lt].image:S.image[lt],At[lt]=Zt(S,At[lt]);let Wt=At[0],qt=r.convert(S.format,S.colorSpace),Rt=r.convert(S.type),le=_(S.internalFormat,qt,Rt,S.colorSpace),ne=S.isVideoTexture!==!0,fe=et.__version===void 0||K===!0,B=X.dataReady,Tt=U(S,Wt);bt(i.TEXTURE_CUBE_MAP,S);let nt;if(ee){ne&&fe&&e.texStorage2D(i.TEXTURE_CUBE_MAP,Tt,le,Wt.width,Wt.height);for(let lt=0;lt<6;lt++){nt=At[lt].mipmaps;for(let Dt=0;Dt<nt.length;Dt++){let Ut=nt[Dt];S.format!==Wn?qt!==null?ne?B&&e.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+lt,Dt,0,0,Ut.width,Ut.height,qt,Ut.data):e.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+lt,Dt,le,Ut.width,Ut.height,0,Ut.data):console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):ne?B&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+lt,Dt,0,0,Ut.width,Ut.height,qt,Rt,Ut.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+lt,Dt,le,Ut.width,Ut.height,0,qt,Rt,Ut.data)}}}else{if(nt=S.mipmaps,ne&&fe){nt.length>0&&Tt++;let lt=wt(At[0]);e.texStorage2D(i.TEXTURE_CUBE_MAP,Tt,le,lt.width,lt.height)}for(let lt=0;lt<6;lt++)if(pt){ne?B&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+lt,0,0,0,At[lt].width,At[lt].height,qt,Rt,At[lt].data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+lt,0,le,At[lt].width,At[lt].height,0,qt,Rt,At[lt].data);for(let Dt=0;Dt<nt.length;Dt++){let re=nt[Dt].image[lt].image;ne?B&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+lt,Dt+1,0,0,re.width,re.height,qt,Rt,re.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+lt,Dt+1,le,re.width,re.height,0,qt,Rt,re.data)}}else{ne?B&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+lt,0,0,0,qt,Rt,At[lt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+lt,0,le,qt,Rt,At[lt]);for(let Dt=0;Dt<nt.length;Dt++){let Ut=nt[Dt];ne?B&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+lt,Dt+1,0,0,qt,Rt,Ut.image[lt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+lt,Dt+1,le,qt,Rt,Ut.image[lt])}}}m(S)&&p(i.TEXTURE_CUBE_MAP),et.__version=X.version,S.onUpdate&&S.onUpdate(S)}R.__version=S.version}function xt(R,S,Y,K,X,et){let Et=r.convert(Y.format,Y.colorSpace),St=r.convert(Y.type),It=_(Y.internalFormat,Et,St,Y.colorSpace),ee=n.get(S),pt=n.get(Y);if(pt.__renderTarget=S,!ee.__hasExternalTextures){let At=Math.max(1,S.width>>et),Wt=Math.max(1,S.height>>et);X===i.TEXTURE_3D||X===i.TEXTURE_2D_ARRAY?e.texImage3D(X,et,It,At,Wt,S.depth,0,Et,St,null):e.texImage2D(X,et,It,At,Wt,0,Et,St,null)}e.bindFramebuffer(i.FRAMEBUFFER,R),Ft(S)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,K,X,pt.__webglTexture,0,dt(S)):(X===i.TEXTURE_2D||X>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&X<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,K,X,pt.__webglTexture,et),e.bindFramebuffer(i.FRAMEBUFFER,null)}function ot(R,S,Y){if(i.bindRenderbuffer(i.RENDERBUFFER,R),S.depthBuffer){let K=S.depthTexture,X=K&&K.isDepthTexture?K.type:null,et=y(S.stencilBuffer,X),Et=S.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,St=dt(S);Ft(S)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,St,et,S.width,S.height):Y?i.renderbufferStorageMultisample(i.RENDERBUFFER,St,et,S.width,S.height):i.renderbufferStorage(i.RENDERBUFFER,et,S.width,S.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,Et,i.RENDERBUFFER,R)}else{let K=S.textures;for(let X=0;X<K.length;X++){let et=K[X],Et=r.convert(et.format,et.colorSpace),St=r.convert(et.type),It=_(et.internalFormat,Et,St,et.colorSpace),ee=dt(S);Y&&Ft(S)===!1?i.renderbufferStorageMultisample(i.RENDERBUFFER,ee,It,S.width,S.height):Ft(S)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,ee,It,S.width,S.height):i.renderbufferStorage(i.RENDERBUFFER,It,S.width,S.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function kt(R,S){if(S&&S.isWebGLCubeRenderTarget)throw new Error("Depth Texture with cube render targets is not supported");if(e.bindFramebuffer(i.FRAMEBUFFER,R),!(S.depthTexture&&S.depthTexture.isDepthTexture))throw new Error("renderTarget.depthTexture must be an instance of THREE.DepthTexture");let K=n.get(S.depthTexture);K.__renderTarget=S,(!K.__webglTexture||S.depthTexture.image.width!==S.width||S.depthTexture.image.height!==S.height)&&(S.depthTexture.image.width=S.width,S.depthTexture.image.height=S.height,S.depthTexture.needsUpdate=!0),q(S.depthTexture,0);let X=K.__webglTexture,et=dt(S);if(S.depthTexture.format===Br)Ft(S)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,i.DEPTH_ATTACHMENT,i.TEXTURE_2D,X,0,et):i.framebufferTexture2D(i.FRAMEBUFFER,i.DEPTH_ATTACHMENT,i.TEXTURE_2D,X,0);else if(S.depthTexture.format===Yr)Ft(S)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,i.DEPTH_STENCIL_ATTACHMENT,i.TEXTURE_2D,X,0,et):i.framebufferTexture2D(i.FRAMEBUFFER,i.DEPTH_STENCIL_ATTACHMENT,i.TEXTURE_2D,X,0);else throw new Error("Unknown depthTexture format")}function Gt(R){let S=n.get(R),Y=R.isWebGLCubeRenderTarget===!0;if(S.__boundDepthTexture!==R.depthTexture){let K=R.depthTexture;if(S.__depthDisposeCallback&&S.__depthDisposeCallback(),K){let X=()=>{delete S.__boundDepthTexture,delete S.__depthDisposeCallback,K.removeEventListener("dispose",X)};K.addEventListener("dispose",X),S.__depthDisposeCallback=X}S.__boundDepthTexture=K}if(R.depthTexture&&!S.__autoAllocateDepthBuffer){if(Y)throw new Error("target.depthTexture not supported in Cube render targets");kt(S.__webglFramebuffer,R)}else if(Y){S.__webglDepthbuffer=[];for(let K=0;K<6;K++)if(e.bindFramebuffer(i.FRAMEBUFFER,S.__webglFramebuffer[K]),S.__webglDepthbuffer[K]===void 0)S.__webglDepthbuffer[K]=i.createRenderbuffer(),ot(S.__webglDepthbuffer[K],R,!1);else{let X=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,et=S.__webglDepthbuffer[K];i.bindRenderbuffer(i.RENDERBUFFER,et),i.framebufferRenderbuffer(i.FRAMEBUFFER,X,i.RENDERBUFFER,et)}}else if(e.bindFramebuffer(i.FRAMEBUFFER,S.__webglFramebuffer),S.__webglDepthbuffer===void 0)S.__webglDepthbuffer=i.createRenderbuffer(),ot(S.__webglDepthbuffer,R,!1);else{let K=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,X=S.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,X),i.framebufferRenderbuffer(i.FRAMEBUFFER,K,i.RENDERBUFFER,X)}e.bindFramebuffer(i.FRAMEBUFFER,null)}function Lt(R,S,Y){let K=n.get(R);S!==void 0&&xt(K.__webglFramebuffer,R,R.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),Y!==void 0&&Gt(R)}function te(R){let S=R.texture,Y=n.get(R),K=n.get(S);R.addEventListener("dispose",I);let X=R.textures,et=R.isWebGLCubeRenderTarget===!0,Et=X.length>1;if(Et||(K.__webglTexture===void 0&&(K.__webglTexture=i.createTexture()),K.__version=S.version,o.memory.textures++),et){Y.__webglFramebuffer=[];for(let St=0;St<6;St++)if(S.mipmaps&&S.mipmaps.length>0){Y.__webglFramebuffer[St]=[];for(let It=0;It<S.mipmaps.length;It++)Y.__webglFramebuffer[St][It]=i.createFramebuffer()}else Y.__webglFramebuffer[St]=i.createFramebuffer()}else{if(S.mipmaps&&S.mipmaps.length>0){Y.__webglFramebuffer=[];for(let St=0;St<S.mipmaps.length;St++)Y.__webglFramebuffer[St]=i.createFramebuffer()}else Y.__webglFramebuffer=i.createFramebuffer();if(Et)for(let St=0,It=X.length;St<It;St++){let ee=n.get(X[St]);ee.__webglTexture===void 0&&(ee.__webglTexture=i.createTexture(),o.memory.textures++)}if(R.samples>0&&Ft(R)===!1){Y.__webglMultisampledFramebuffer=i.createFramebuffer(),Y.__webglColorRenderbuffer=[],e.bindFramebuffer(i.FRAMEBUFFER,Y.__webglMultisampledFramebuffer);for(let St=0;St<X.length;St++){let It=X[St];Y.__webglColorRenderbuffer[St]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,Y.__webglColorRenderbuffer[St]);let ee=r.convert(It.format,It.colorSpace),pt=r.convert(It.type),At=_(It.internalFormat,ee,pt,It.colorSpace,R.isXRRenderTarget===!0),Wt=dt(R);i.renderbufferStorageMultisample(i.RENDERBUFFER,Wt,At,R.width,R.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+St,i.RENDERBUFFER,Y.__webglColorRenderbuffer[St])}i.bindRenderbuffer(i.RENDERBUFFER,null),R.depthBuffer&&(Y.__webglDepthRenderbuffer=i.createRenderbuffer(),ot(Y.__webglDepthRenderbuffer,R,!0)),e.bindFramebuffer(i.FRAMEBUFFER,null)}}if(et){e.bindTexture(i.TEXTURE_CUBE_MAP,K.__webglTexture),bt(i.TEXTURE_CUBE_MAP,S);for(let St=0;St<6;St++)if(S.mipmaps&&S.mipmaps.length>0)for(let It=0;It<S.mipmaps.length;It++)xt(Y.__webglFramebuffer[St][It],R,S,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+St,It);else xt(Y.__webglFramebuffer[St],R,S,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+St,0);m(S)&&p(i.TEXTURE_CUBE_MAP),e.unbindTexture()}else if(Et){for(let St=0,It=X.length;St<It;St++){let ee=X[St],pt=n.get(ee);e.bindTexture(i.TEXTURE_2D,pt.__webglTexture),bt(i.TEXTURE_2D,ee),xt(Y.__webglFramebuffer,R,ee,i.COLOR_ATTACHMENT0+St,i.TEXTURE_2D,0),m(ee)&&p(i.TEXTURE_2D)}e.unbindTexture()}else{let St=i.TEXTURE_2D;if((R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(St=R.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(St,K.__webglTexture),bt(St,S),S.mipmaps&&S.mipmaps.length>0)for(let It=0;It<S.mipmaps.length;It++)xt(Y.__webglFramebuffer[It],R,S,i.COLOR_ATTACHMENT0,St,It);else xt(Y.__webglFramebuffer,R,S,i.COLOR_ATTACHMENT0,St,0);m(S)&&p(St),e.unbindTexture()}R.depthBuffer&&Gt(R)}function st(R){let S=R.textures;for(let Y=0,K=S.length;Y<K;Y++){let X=S[Y];if(m(X)){let et=b(R),Et=n.get(X).__webglTexture;e.bindTexture(et,Et),p(et),e.unbindTexture()}}}let ut=[],F=[];function Bt(R){if(R.samples>0){if(Ft(R)===!1){let S=R.textures,Y=R.width,K=R.height,X=i.COLOR_BUFFER_BIT,et=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Et=n.get(R),St=S.length>1;if(St)for(let It=0;It<S.length;It++)e.bindFramebuffer(i.FRAMEBUFFER,Et.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+It,i.RENDERBUFFER,null),e.bindFramebuffer(i.FRAMEBUFFER,Et.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+It,i.TEXTURE_2D,null,0);e.bindFramebuffer(i.READ_FRAMEBUFFER,Et.__webglMultisampledFramebuffer),e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Et.__webglFramebuffer);for(let It=0;It<S.length;It++){if(R.resolveDepthBuffer&&(R.depthBuffer&&(X|=i.DEPTH_BUFFER_BIT),R.stencilBuffer&&R.resolveStencilBuffer&&(X|=i.STENCIL_BUFFER_BIT)),St){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,Et.__webglColorRenderbuffer[It]);let ee=n.get(S[It]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,ee,0)}i.blitFramebuffer(0,0,Y,K,0,0,Y,K,X,i.NEAREST),l===!0&&(ut.length=0,F.length=0,ut.push(i.COLOR_ATTACHMENT0+It),R.depthBuffer&&R.resolveDepthBuffer===!1&&(ut.push(et),F.push(et),i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,F)),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,ut))}if(e.bindFramebuffer(i.READ_FRAMEBUFFER,null),e.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),St)for(let It=0;It<S.length;It++){e.bindFramebuffer(i.FRAMEBUFFER,Et.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+It,i.RENDERBUFFER,Et.__webglColorRenderbuffer[It]);let ee=n.get(S[It]).__webglTexture;e.bindFramebuffer(i.FRAMEBUFFER,Et.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+It,i.TEXTURE_2D,ee,0)}e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Et.__webglMultisampledFramebuffer)}else if(R.depthBuffer&&R.resolveDepthBuffer===!1&&l){let S=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[S])}}}function dt(R){return Math.min(s.maxSamples,R.samples)}function Ft(R){let S=n.get(R);return R.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&S.__useRenderToTexture!==!1}function Mt(R){let S=o.render.frame;h.get(R)!==S&&(h.set(R,S),R.update())}function Zt(R,S){let Y=R.colorSpace,K=R.format,X=R.type;return R.isCompressedTexture===!0||R.isVideoTexture===!0||Y!==jr&&Y!==xs&&(me.getTransfer(Y)===Te?(K!==Wn||X!==ts)&&console.warn("THREE.WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):console.error("THREE.WebGLTextures: Unsupported texture color space:",Y)),S}function wt(R){return typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement?(c.width=R.naturalWidth||R.width,c.height=R.naturalHeight||R.height):typeof VideoFrame<"u"&&R instanceof VideoFrame?(c.width=R.displayWidth,c.height=R.displayHeight):(c.width=R.width,c.height=R.height),c}this.allocateTextureUnit=O,this.resetTextureUnits=V,this.setTexture2D=q,this.setTexture2DArray=W,this.setTexture3D=j,this.setTextureCube=Q,this.rebindTextures=Lt,this.setupRenderTarget=te,this.updateRenderTargetMipmap=st,this.updateMultisampleRenderTarget=Bt,this.setupDepthRenderbuffer=Gt,this.setupFrameBufferTexture=xt,this.useMultisampledRTT=Ft}function c1(i,t){function e(n,s=xs){let r,o=me.getTransfer(s);if(n===ts)return i.UNSIGNED_BYTE;if(n===ku)return i.UNSIGNED_SHORT_4_4_4_4;if(n===zu)return i.UNSIGNED_SHORT_5_5_5_1;if(n===Ep)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===wp)return i.BYTE;if(n===Sp)return i.SHORT;if(n===Oo)return i.UNSIGNED_SHORT;if(n===Ou)return i.INT;if(n===Ws)return i.UNSIGNED_INT;if(n===ii)return i.FLOAT;if(n===Zo)return i.HALF_FLOAT;if(n===Ap)return i.ALPHA;if(n===Tp)return i.RGB;if(n===Wn)return i.RGBA;if(n===Cp)return i.LUMINANCE;if(n===Rp)return i.LUMINANCE_ALPHA;if(n===Br)return i.DEPTH_COMPONENT;if(n===Yr)return i.DEPTH_STENCIL;if(n===Bu)return i.RED;if(n===Vu)return i.RED_INTEGER;if(n===Pp)return i.RG;if(n===Hu)return i.RG_INTEGER;if(n===Gu)return i.RGBA_INTEGER;if(n===Xa||n===qa||n===Ya||n===$a)if(o===Te)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===Xa)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===qa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===Ya)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===$a)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===Xa)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===qa)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===Ya)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===$a)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===Ch||n===Rh||n===Ph||n===Ih)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===Ch)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===Rh)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===Ph)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===Ih)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Lh||n===Dh||n===Uh)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Lh||n===Dh)return o===Te?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===Uh)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC}else return null;if(n===Nh||n===Fh||n===Oh||n===kh||n===zh||n===Bh||n===Vh||n===Hh||n===Gh||n===Wh||n===Xh||n===qh||n===Yh||n===$h)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(n===Nh)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===Fh)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===Oh)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===kh)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===zh)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===Bh)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===Vh)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===Hh)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===Gh)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===Wh)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===Xh)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===qh)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===Yh)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===$h)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===Za||n===Zh||n===Jh)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(n===Za)return o===Te?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===Zh)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===Jh)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===Ip||n===Kh||n===jh||n===Qh)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(n===Za)return r.COMPRESSED_RED_RGTC1_EXT;if(n===Kh)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===jh)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===Qh)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===qr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:e}}var pu=class extends Pn{constructor(t=[]){super(),this.isArrayCamera=!0,this.cameras=t}},si=class extends ri{constructor(){super(),this.isGroup=!0,this.type="Group"}},h1={type:"move"},Do=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new si,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new si,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new N,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new N),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new si,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new N,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new N),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let n of t.hand.values())this._getHandJoint(e,n)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(let v of t.hand.values()){let m=e.getJointPose(v,n),p=this._getHandJoint(c,v);m!==null&&(p.matrix.fromArray(m.transform.matrix),p.matrix.decompose(p.position,p.rotation,p.scale),p.matrixWorldNeedsUpdate=!0,p.jointRadius=m.radius),p.visible=m!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],d=h.position.distanceTo(u.position),f=.02,g=.005;c.inputState.pinching&&d>f+g?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&d<=f-g&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.rotation,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1));a!==null&&(s=e.getPose(t.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.rotation,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(h1)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let n=new si;n.matrixAutoUpdate=!1,n.visible=!1,t.joints[e.jointName]=n,t.add(n)}return t.joints[e.jointName]}},u1=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,d1=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,mu=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e,n){if(this.texture===null){let s=new qn,r=t.properties.get(s);r.__webglTexture=e.texture,(e.depthNear!=n.depthNear||e.depthFar!=n.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=s}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,n=new oi({vertexShader:u1,fragmentShader:d1,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new Mn(new ol(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},gu=class extends es{constructor(t,e){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,d=null,f=null,g=null,v=new mu,m=e.getContextAttributes(),p=null,b=null,_=[],y=[],U=new gt,A=null,I=new Pn;I.viewport=new Ye;let D=new Pn;D.viewport=new Ye;let E=[I,D],M=new pu,C=null,V=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(it){let ct=_[it];return ct===void 0&&(ct=new Do,_[it]=ct),ct.getTargetRaySpace()},this.getControllerGrip=function(it){let ct=_[it];return ct===void 0&&(ct=new Do,_[it]=ct),ct.getGripSpace()},this.getHand=function(it){let ct=_[it];return ct===void 0&&(ct=new Do,_[it]=ct),ct.getHandSpace()};function O(it){let ct=y.indexOf(it.inputSource);if(ct===-1)return;let xt=_[ct];xt!==void 0&&(xt.update(it.inputSource,it.frame,c||o),xt.dispatchEvent({type:it.type,data:it.inputSource}))}function H(){s.removeEventListener("select",O),s.removeEventListener("selectstart",O),s.removeEventListener("selectend",O),s.removeEventListener("squeeze",O),s.removeEventListener("squeezestart",O),s.removeEventListener("squeezeend",O),s.removeEventListener("end",H),s.removeEventListener("inputsourceschange",q);for(let it=0;it<_.length;it++){let ct=y[it];ct!==null&&(y[it]=null,_[it].disconnect(ct))}C=null,V=null,v.reset(),t.setRenderTarget(p),f=null,d=null,u=null,s=null,b=null,vt.stop(),n.isPresenting=!1,t.setPixelRatio(A),t.setSize(U.width,U.height,!1),n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(it){r=it,n.isPresenting===!0&&console.warn("THREE.WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(it){a=it,n.isPresenting===!0&&console.warn("THREE.WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(it){c=it},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return u},this.getFrame=function(){return g},this.getSession=function(){return s},this.setSession=async function(it){if(s=it,s!==null){if(p=t.getRenderTarget(),s.addEventListener("select",O),s.addEventListener("selectstart",O),s.addEventListener("selectend",O),s.addEventListener("squeeze",O),s.addEventListener("squeezestart",O),s.addEventListener("squeezeend",O),s.addEventListener("end",H),s.addEventListener("inputsourceschange",q),m.xrCompatible!==!0&&await e.makeXRCompatible(),A=t.getPixelRatio(),t.getSize(U),s.renderState.layers===void 0){let ct={antialias:m.antialias,alpha:!0,depth:m.depth,stencil:m.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(s,e,ct),s.updateRenderState({baseLayer:f}),t.setPixelRatio(1),t.setSize(f.framebufferWidth,f.framebufferHeight,!1),b=new ns(f.framebufferWidth,f.framebufferHeight,{format:Wn,type:ts,colorSpace:t.outputColorSpace,stencilBuffer:m.stencil})}else{let ct=null,xt=null,ot=null;m.depth&&(ot=m.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,ct=m.stencil?Yr:Br,xt=m.stencil?qr:Ws);let kt={colorFormat:e.RGBA8,depthFormat:ot,scaleFactor:r};u=new XRWebGLBinding(s,e),d=u.createProjectionLayer(kt),s.updateRenderState({layers:[d]}),t.setPixelRatio(1),t.setSize(d.textureWidth,d.textureHeight,!1),b=new ns(d.textureWidth,d.textureHeight,{format:Wn,type:ts,depthTexture:new ll(d.textureWidth,d.textureHeight,xt,void 0,void 0,void 0,void 0,void 0,void 0,ct),stencilBuffer:m.stencil,colorSpace:t.outputColorSpace,samples:m.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1})}b.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),vt.setContext(s),vt.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return v.getDepthTexture()};function q(it){for(let ct=0;ct<it.removed.length;ct++){let xt=it.removed[ct],ot=y.indexOf(xt);ot>=0&&(y[ot]=null,_[ot].disconnect(xt))}for(let ct=0;ct<it.added.length;ct++){let xt=it.added[ct],ot=y.indexOf(xt);if(ot===-1){for(let Gt=0;Gt<_.length;Gt++)if(Gt>=y.length){y.push(xt),ot=Gt;break}else if(y[Gt]===null){y[Gt]=xt,ot=Gt;break}if(ot===-1)break}let kt=_[ot];kt&&kt.connect(xt)}}let W=new N,j=new N;function Q(it,ct,xt){W.setFromMatrixPosition(ct.matrixWorld),j.setFromMatrixPosition(xt.matrixWorld);let ot=W.distanceTo(j),kt=ct.projectionMatrix.elements,Gt=xt.projectionMatrix.elements,Lt=kt[14]/(kt[10]-1),te=kt[14]/(kt[10]+1),st=(kt[9]+1)/kt[5],ut=(kt[9]-1)/kt[5],F=(kt[8]-1)/kt[0],Bt=(Gt[8]+1)/Gt[0],dt=Lt*F,Ft=Lt*Bt,Mt=ot/(-F+Bt),Zt=Mt*-F;if(ct.matrixWorld.decompose(it.position,it.quaternion,it.scale),it.translateX(Zt),it.translateZ(Mt),it.matrixWorld.compose(it.position,it.quaternion,it.scale),it.matrixWorldInverse.copy(it.matrixWorld).invert(),kt[10]===-1)it.projectionMatrix.copy(ct.projectionMatrix),it.projectionMatrixInverse.copy(ct.projectionMatrixInverse);else{let wt=Lt+Mt,R=te+Mt,S=dt-Zt,Y=Ft+(ot-Zt),K=st*te/R*wt,X=ut*te/R*wt;it.projectionMatrix.makePerspective(S,Y,K,X,wt,R),it.projectionMatrixInverse.copy(it.projectionMatrix).invert()}}function at(it,ct){ct===null?it.matrixWorld.copy(it.matrix):it.matrixWorld.multiplyMatrices(ct.matrixWorld,it.matrix),it.matrixWorldInverse.copy(it.matrixWorld).invert()}this.updateCamera=function(it){if(s===null)return;let ct=it.near,xt=it.far;v.texture!==null&&(v.depthNear>0&&(ct=v.depthNear),v.depthFar>0&&(xt=v.depthFar)),M.near=D.near=I.near=ct,M.far=D.far=I.far=xt,(C!==M.near||V!==M.far)&&(s.updateRenderState({depthNear:M.near,depthFar:M.far}),C=M.near,V=M.far),I.layers.mask=it.layers.mask|2,D.layers.mask=it.layers.mask|4,M.layers.mask=I.layers.mask|D.layers.mask;let ot=it.parent,kt=M.cameras;at(M,ot);for(let Gt=0;Gt<kt.length;Gt++)at(kt[Gt],ot);kt.length===2?Q(M,I,D):M.projectionMatrix.copy(I.projectionMatrix),ht(it,M,ot)};function ht(it,ct,xt){xt===null?it.matrix.copy(ct.matrixWorld):(it.matrix.copy(xt.matrixWorld),it.matrix.invert(),it.matrix.multiply(ct.matrixWorld)),it.matrix.decompose(it.position,it.quaternion,it.scale),it.updateMatrixWorld(!0),it.projectionMatrix.copy(ct.projectionMatrix),it.projectionMatrixInverse.copy(ct.projectionMatrixInverse),it.isPerspectiveCamera&&(it.fov=ko*2*Math.atan(1/it.projectionMatrix.elements[5]),it.zoom=1)}this.getCamera=function(){return M},this.getFoveation=function(){if(!(d===null&&f===null))return l},this.setFoveation=function(it){l=it,d!==null&&(d.fixedFoveation=it),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=it)},this.hasDepthSensing=function(){return v.texture!==null},this.getDepthSensingMesh=function(){return v.getMesh(M)};let yt=null;function bt(it,ct){if(h=ct.getViewerPose(c||o),g=ct,h!==null){let xt=h.views;f!==null&&(t.setRenderTargetFramebuffer(b,f.framebuffer),t.setRenderTarget(b));let ot=!1;xt.length!==M.cameras.length&&(M.cameras.length=0,ot=!0);for(let Gt=0;Gt<xt.length;Gt++){let Lt=xt[Gt],te=null;if(f!==null)te=f.getViewport(Lt);else{let ut=u.getViewSubImage(d,Lt);te=ut.viewport,Gt===0&&(t.setRenderTargetTextures(b,ut.colorTexture,d.ignoreDepthValues?void 0:ut.depthStencilTexture),t.setRenderTarget(b))}let st=E[Gt];st===void 0&&(st=new Pn,st.layers.enable(Gt),st.viewport=new Ye,E[Gt]=st),st.matrix.fromArray(Lt.transform.matrix),st.matrix.decompose(st.position,st.quaternion,st.scale),st.projectionMatrix.fromArray(Lt.projectionMatrix),st.projectionMatrixInverse.copy(st.projectionMatrix).invert(),st.viewport.set(te.x,te.y,te.width,te.height),Gt===0&&(M.matrix.copy(st.matrix),M.matrix.decompose(M.position,M.quaternion,M.scale)),ot===!0&&M.cameras.push(st)}let kt=s.enabledFeatures;if(kt&&kt.includes("depth-sensing")){let Gt=u.getDepthInformation(xt[0]);Gt&&Gt.isValid&&Gt.texture&&v.init(t,Gt,s.renderState)}}for(let xt=0;xt<_.length;xt++){let ot=y[xt],kt=_[xt];ot!==null&&kt!==void 0&&kt.update(ot,ct,c||o)}yt&&yt(it,ct),ct.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:ct}),g=null}let vt=new Op;vt.setAnimationLoop(bt),this.setAnimationLoop=function(it){yt=it},this.dispose=function(){}}},Os=new is,f1=new Qt;function p1(i,t){function e(m,p){m.matrixAutoUpdate===!0&&m.updateMatrix(),p.value.copy(m.matrix)}function n(m,p){p.color.getRGB(m.fogColor.value,Fp(i)),p.isFog?(m.fogNear.value=p.near,m.fogFar.value=p.far):p.isFogExp2&&(m.fogDensity.value=p.density)}function s(m,p,b,_,y){p.isMeshBasicMaterial||p.isMeshLambertMaterial?r(m,p):p.isMeshToonMaterial?(r(m,p),u(m,p)):p.isMeshPhongMaterial?(r(m,p),h(m,p)):p.isMeshStandardMaterial?(r(m,p),d(m,p),p.isMeshPhysicalMaterial&&f(m,p,y)):p.isMeshMatcapMaterial?(r(m,p),g(m,p)):p.isMeshDepthMaterial?r(m,p):p.isMeshDistanceMaterial?(r(m,p),v(m,p)):p.isMeshNormalMaterial?r(m,p):p.isLineBasicMaterial?(o(m,p),p.isLineDashedMaterial&&a(m,p)):p.isPointsMaterial?l(m,p,b,_):p.isSpriteMaterial?c(m,p):p.isShadowMaterial?(m.color.value.copy(p.color),m.opacity.value=p.opacity):p.isShaderMaterial&&(p.uniformsNeedUpdate=!1)}function r(m,p){m.opacity.value=p.opacity,p.color&&m.diffuse.value.copy(p.color),p.emissive&&m.emissive.value.copy(p.emissive).multiplyScalar(p.emissiveIntensity),p.map&&(m.map.value=p.map,e(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.bumpMap&&(m.bumpMap.value=p.bumpMap,e(p.bumpMap,m.bumpMapTransform),m.bumpScale.value=p.bumpScale,p.side===wn&&(m.bumpScale.value*=-1)),p.normalMap&&(m.normalMap.value=p.normalMap,e(p.normalMap,m.normalMapTransform),m.normalScale.value.copy(p.normalScale),p.side===wn&&m.normalScale.value.negate()),p.displacementMap&&(m.displacementMap.value=p.displacementMap,e(p.displacementMap,m.displacementMapTransform),m.displacementScale.value=p.displacementScale,m.displacementBias.value=p.displacementBias),p.emissiveMap&&(m.emissiveMap.value=p.emissiveMap,e(p.emissiveMap,m.emissiveMapTransform)),p.specularMap&&(m.specularMap.value=p.specularMap,e(p.specularMap,m.specularMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest);let b=t.get(p),_=b.envMap,y=b.envMapRotation;_&&(m.envMap.value=_,Os.copy(y),Os.x*=-1,Os.y*=-1,Os.z*=-1,_.isCubeTexture&&_.isRenderTargetTexture===!1&&(Os.y*=-1,Os.z*=-1),m.envMapRotation.value.setFromMatrix4(f1.makeRotationFromEuler(Os)),m.flipEnvMap.value=_.isCubeTexture&&_.isRenderTargetTexture===!1?-1:1,m.reflectivity.value=p.reflectivity,m.ior.value=p.ior,m.refractionRatio.value=p.refractionRatio),p.lightMap&&(m.lightMap.value=p.lightMap,m.lightMapIntensity.value=p.lightMapIntensity,e(p.lightMap,m.lightMapTransform)),p.aoMap&&(m.aoMap.value=p.aoMap,m.aoMapIntensity.value=p.aoMapIntensity,e(p.aoMap,m.aoMapTransform))}function o(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,p.map&&(m.map.value=p.map,e(p.map,m.mapTransform))}function a(m,p){m.dashSize.value=p.dashSize,m.totalSize.value=p.dashSize+p.gapSize,m.scale.value=p.scale}function l(m,p,b,_){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.size.value=p.size*b,m.scale.value=_*.5,p.map&&(m.map.value=p.map,e(p.map,m.uvTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function c(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.rotation.value=p.rotation,p.map&&(m.map.value=p.map,e(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function h(m,p){m.specular.value.copy(p.specular),m.shininess.value=Math.max(p.shininess,1e-4)}function u(m,p){p.gradientMap&&(m.gradientMap.value=p.gradientMap)}function d(m,p){m.metalness.value=p.metalness,p.metalnessMap&&(m.metalnessMap.value=p.metalnessMap,e(p.metalnessMap,m.metalnessMapTransform)),m.roughness.value=p.roughness,p.roughnessMap&&(m.roughnessMap.value=p.roughnessMap,e(p.roughnessMap,m.roughnessMapTransform)),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)}function f(m,p,b){m.ior.value=p.ior,p.sheen>0&&(m.sheenColor.value.copy(p.sheenColor).multiplyScalar(p.sheen),m.sheenRoughness.value=p.sheenRoughness,p.sheenColorMap&&(m.sheenColorMap.value=p.sheenColorMap,e(p.sheenColorMap,m.sheenColorMapTransform)),p.sheenRoughnessMap&&(m.sheenRoughnessMap.value=p.sheenRoughnessMap,e(p.sheenRoughnessMap,m.sheenRoughnessMapTransform))),p.clearcoat>0&&(m.clearcoat.value=p.clearcoat,m.clearcoatRoughness.value=p.clearcoatRoughness,p.clearcoatMap&&(m.clearcoatMap.value=p.clearcoatMap,e(p.clearcoatMap,m.clearcoatMapTransform)),p.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=p.clearcoatRoughnessMap,e(p.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),p.clearcoatNormalMap&&(m.clearcoatNormalMap.value=p.clearcoatNormalMap,e(p.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(p.clearcoatNormalScale),p.side===wn&&m.clearcoatNormalScale.value.negate())),p.dispersion>0&&(m.dispersion.value=p.dispersion),p.iridescence>0&&(m.iridescence.value=p.iridescence,m.iridescenceIOR.value=p.iridescenceIOR,m.iridescenceThicknessMinimum.value=p.iridescenceThicknessRange[0],m.iridescenceThicknessMaximum.value=p.iridescenceThicknessRange[1],p.iridescenceMap&&(m.iridescenceMap.value=p.iridescenceMap,e(p.iridescenceMap,m.iridescenceMapTransform)),p.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=p.iridescenceThicknessMap,e(p.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),p.transmission>0&&(m.transmission.value=p.transmission,m.transmissionSamplerMap.value=b.texture,m.transmissionSamplerSize.value.set(b.width,b.height),p.transmissionMap&&(m.transmissionMap.value=p.transmissionMap,e(p.transmissionMap,m.transmissionMapTransform)),m.thickness.value=p.thickness,p.thicknessMap&&(m.thicknessMap.value=p.thicknessMap,e(p.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=p.attenuationDistance,m.attenuationColor.value.copy(p.attenuationColor)),p.anisotropy>0&&(m.anisotropyVector.value.set(p.anisotropy*Math.cos(p.anisotropyRotation),p.anisotropy*Math.sin(p.anisotropyRotation)),p.anisotropyMap&&(m.anisotropyMap.value=p.anisotropyMap,e(p.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=p.specularIntensity,m.specularColor.value.copy(p.specularColor),p.specularColorMap&&(m.specularColorMap.value=p.specularColorMap,e(p.specularColorMap,m.specularColorMapTransform)),p.specularIntensityMap&&(m.specularIntensityMap.value=p.specularIntensityMap,e(p.specularIntensityMap,m.specularIntensityMapTransform))}function g(m,p){p.matcap&&(m.matcap.value=p.matcap)}function v(m,p){let b=t.get(p).light;m.referencePosition.value.setFromMatrixPosition(b.matrixWorld),m.nearDistance.value=b.shadow.camera.near,m.farDistance.value=b.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function m1(i,t,e,n){let s={},r={},o=[],a=i.getParameter(i.MAX_UNIFORM_BUFFER_BINDINGS);function l(b,_){let y=_.program;n.uniformBlockBinding(b,y)}function c(b,_){let y=s[b.id];y===void 0&&(g(b),y=h(b),s[b.id]=y,b.addEventListener("dispose",m));let U=_.program;n.updateUBOMapping(b,U);let A=t.render.frame;r[b.id]!==A&&(d(b),r[b.id]=A)}function h(b){let _=u();b.__bindingPointIndex=_;let y=i.createBuffer(),U=b.__size,A=b.usage;return i.bindBuffer(i.UNIFORM_BUFFER,y),i.bufferData(i.UNIFORM_BUFFER,U,A),i.bindBuffer(i.UNIFORM_BUFFER,null),i.bindBufferBase(i.UNIFORM_BUFFER,_,y),y}function u(){for(let b=0;b<a;b++)if(o.indexOf(b)===-1)return o.push(b),b;return console.error("THREE.WebGLRenderer: Maximum number of simultaneously usable uniforms groups reached."),0}function d(b){let _=s[b.id],y=b.uniforms,U=b.__cache;i.bindBuffer(i.UNIFORM_BUFFER,_);for(let A=0,I=y.length;A<I;A++){let D=Array.isArray(y[A])?y[A]:[y[A]];for(let E=0,M=D.length;E<M;E++){let C=D[E];if(f(C,A,E,U)===!0){let V=C.__offset,O=Array.isArray(C.value)?C.value:[C.value],H=0;for(let q=0;q<O.length;q++){let W=O[q],j=v(W);typeof W=="number"||typeof W=="boolean"?(C.__data[0]=W,i.bufferSubData(i.UNIFORM_BUFFER,V+H,C.__data)):W.isMatrix3?(C.__data[0]=W.elements[0],C.__data[1]=W.elements[1],C.__data[2]=W.elements[2],C.__data[3]=0,C.__data[4]=W.elements[3],C.__data[5]=W.elements[4],C.__data[6]=W.elements[5],C.__data[7]=0,C.__data[8]=W.elements[6],C.__data[9]=W.elements[7],C.__data[10]=W.elements[8],C.__data[11]=0):(W.toArray(C.__data,H),H+=j.storage/Float32Array.BYTES_PER_ELEMENT)}i.bufferSubData(i.UNIFORM_BUFFER,V,C.__data)}}}i.bindBuffer(i.UNIFORM_BUFFER,null)}function f(b,_,y,U){let A=b.value,I=_+"_"+y;if(U[I]===void 0)return typeof A=="number"||typeof A=="boolean"?U[I]=A:U[I]=A.clone(),!0;{let D=U[I];if(typeof A=="number"||typeof A=="boolean"){if(D!==A)return U[I]=A,!0}else if(D.equals(A)===!1)return D.copy(A),!0}return!1}function g(b){let _=b.uniforms,y=0,U=16;for(let I=0,D=_.length;I<D;I++){let E=Array.isArray(_[I])?_[I]:[_[I]];for(let M=0,C=E.length;M<C;M++){let V=E[M],O=Array.isArray(V.value)?V.value:[V.value];for(let H=0,q=O.length;H<q;H++){let W=O[H],j=v(W),Q=y%U,at=Q%j.boundary,ht=Q+at;y+=at,ht!==0&&U-ht<j.storage&&(y+=U-ht),V.__data=new Float32Array(j.storage/Float32Array.BYTES_PER_ELEMENT),V.__offset=y,y+=j.storage}}}let A=y%U;return A>0&&(y+=U-A),b.__size=y,b.__cache={},this}function v(b){let _={boundary:0,storage:0};return typeof b=="number"||typeof b=="boolean"?(_.boundary=4,_.storage=4):b.isVector2?(_.boundary=8,_.storage=8):b.isVector3||b.isColor?(_.boundary=16,_.storage=12):b.isVector4?(_.boundary=16,_.storage=16):b.isMatrix3?(_.boundary=48,_.storage=48):b.isMatrix4?(_.boundary=64,_.storage=64):b.isTexture?console.warn("THREE.WebGLRenderer: Texture samplers can not be part of an uniforms group."):console.warn("THREE.WebGLRenderer: Unsupported uniform value type.",b),_}function m(b){let _=b.target;_.removeEventListener("dispose",m);let y=o.indexOf(_.__bindingPointIndex);o.splice(y,1),i.deleteBuffer(s[_.id]),delete s[_.id],delete r[_.id]}function p(){for(let b in s)i.deleteBuffer(s[b]);o=[],s={},r={}}return{bind:l,update:c,dispose:p}}var cl=class{constructor(t={}){let{canvas:e=xv(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reverseDepthBuffer:d=!1}=t;this.isWebGLRenderer=!0;let f;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");f=n.getContextAttributes().alpha}else f=o;let g=new Uint32Array(4),v=new Int32Array(4),m=null,p=null,b=[],_=[];this.domElement=e,this.debug={checkShaderErrors:!0,onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this._outputColorSpace=ni,this.toneMapping=bs,this.toneMappingExposure=1;let y=this,U=!1,A=0,I=0,D=null,E=-1,M=null,C=new Ye,V=new Ye,O=null,H=new se(0),q=0,W=e.width,j=e.height,Q=1,at=null,ht=null,yt=new Ye(0,0,W,j),bt=new Ye(0,0,W,j),vt=!1,it=new rl,ct=!1,xt=!1,ot=new Qt,kt=new Qt,Gt=new N,Lt=new Ye,te={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},st=!1;function ut(){return D===null?Q:1}let F=n;function Bt(T,z){return e.getContext(T,z)}try{let T={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${Fu}`),e.addEventListener("webglcontextlost",lt,!1),e.addEventListener("webglcontextrestored",Dt,!1),e.addEventListener("webglcontextcreationerror",Ut,!1),F===null){let z="webgl2";if(F=Bt(z,T),F===null)throw Bt(z)?new Error("Error creating WebGL context with your selected attributes."):new Error("Error creating WebGL context.")}}catch(T){throw console.error("THREE.WebGLRenderer: "+T.message),T}let dt,Ft,Mt,Zt,wt,R,S,Y,K,X,et,Et,St,It,ee,pt,At,Wt,qt,Rt,le,ne,fe,B;function Tt(){dt=new I_(F),dt.init(),ne=new c1(F,dt),Ft=new E_(F,dt,t,ne),Mt=new o1(F,dt),Ft.reverseDepthBuffer&&d&&Mt.buffers.depth.setReversed(!0),Zt=new U_(F),wt=new Yb,R=new l1(F,dt,Mt,wt,Ft,ne,Zt),S=new T_(y),Y=new P_(y),K=new Vv(F),fe=new w_(F,K),X=new L_(F,K,Zt,fe),et=new F_(F,X,K,Zt),qt=new N_(F,Ft,R),pt=new A_(wt),Et=new qb(y,S,Y,dt,Ft,fe,pt),St=new p1(y,wt),It=new Zb,ee=new e1(dt),Wt=new M_(y,S,Y,Mt,et,f,l),At=new s1(y,et,Ft),B=new m1(F,Zt,Ft,Mt),Rt=new S_(F,dt,Zt),le=new D_(F,dt,Zt),Zt.programs=Et.programs,y.capabilities=Ft,y.extensions=dt,y.properties=wt,y.renderLists=It,y.shadowMap=At,y.state=Mt,y.info=Zt}Tt();let nt=new gu(y,F);this.xr=nt,this.getContext=function(){return F},this.getContextAttributes=function(){return F.getContextAttributes()},this.forceContextLoss=function(){let T=dt.get("WEBGL_lose_context");T&&T.loseContext()},this.forceContextRestore=function(){let T=dt.get("WEBGL_lose_context");T&&T.restoreContext()},this.getPixelRatio=function(){return Q},this.setPixelRatio=function(T){T!==void 0&&(Q=T,this.setSize(W,j,!1))},this.getSize=function(T){return T.set(W,j)},this.setSize=function(T,z,$=!0){if(nt.isPresenting){console.warn("THREE.WebGLRenderer: Can't change size while VR device is presenting.");return}W=T,j=z,e.width=Math.floor(T*Q),e.height=Math.floor(z*Q),$===!0&&(e.style.width=T+"px",e.style.height=z+"px"),this.setViewport(0,0,T,z)},this.getDrawingBufferSize=function(T){return T.set(W*Q,j*Q).floor()},this.setDrawingBufferSize=function(T,z,$){W=T,j=z,Q=$,e.width=Math.floor(T*$),e.height=Math.floor(z*$),this.setViewport(0,0,T,z)},this.getCurrentViewport=function(T){return T.copy(C)},this.getViewport=function(T){return T.copy(yt)},this.setViewport=function(T,z,$,Z){T.isVector4?yt.set(T.x,T.y,T.z,T.w):yt.set(T,z,$,Z),Mt.viewport(C.copy(yt).multiplyScalar(Q).round())},this.getScissor=function(T){return T.copy(bt)},this.setScissor=function(T,z,$,Z){T.isVector4?bt.set(T.x,T.y,T.z,T.w):bt.set(T,z,$,Z),Mt.scissor(V.copy(bt).multiplyScalar(Q).round())},this.getScissorTest=function(){return vt},this.setScissorTest=function(T){Mt.setScissorTest(vt=T)},this.setOpaqueSort=function(T){at=T},this.setTransparentSort=function(T){ht=T},this.getClearColor=function(T){return T.copy(Wt.getClearColor())},this.setClearColor=function(){Wt.setClearColor.apply(Wt,arguments)},this.getClearAlpha=function(){return Wt.getClearAlpha()},this.setClearAlpha=function(){Wt.setClearAlpha.apply(Wt,arguments)},this.clear=function(T=!0,z=!0,$=!0){let Z=0;if(T){let G=!1;if(D!==null){let mt=D.texture.format;G=mt===Gu||mt===Hu||mt===Vu}if(G){let mt=D.texture.type,Ct=mt===ts||mt===Ws||mt===Oo||mt===qr||mt===ku||mt===zu,Xt=Wt.getClearColor(),Vt=Wt.getClearAlpha(),Jt=Xt.r,jt=Xt.g,Ht=Xt.b;Ct?(g[0]=Jt,g[1]=jt,g[2]=Ht,g[3]=Vt,F.clearBufferuiv(F.COLOR,0,g)):(v[0]=Jt,v[1]=jt,v[2]=Ht,v[3]=Vt,F.clearBufferiv(F.COLOR,0,v))}else Z|=F.COLOR_BUFFER_BIT}z&&(Z|=F.DEPTH_BUFFER_BIT),$&&(Z|=F.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),F.clear(Z)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.dispose=function(){e.removeEventListener("webglcontextlost",lt,!1),e.removeEventListener("webglcontextrestored",Dt,!1),e.removeEventListener("webglcontextcreationerror",Ut,!1),It.dispose(),ee.dispose(),wt.dispose(),S.dispose(),Y.dispose(),et.dispose(),fe.dispose(),B.dispose(),Et.dispose(),nt.dispose(),nt.removeEventListener("sessionstart",kn),nt.removeEventListener("sessionend",Hi),Ln.stop()};function lt(T){T.preventDefault(),console.log("THREE.WebGLRenderer: Context Lost."),U=!0}function Dt(){console.log("THREE.WebGLRenderer: Context Restored."),U=!1;let T=Zt.autoReset,z=At.enabled,$=At.autoUpdate,Z=At.needsUpdate,G=At.type;Tt(),Zt.autoReset=T,At.enabled=z,At.autoUpdate=$,At.needsUpdate=Z,At.type=G}function Ut(T){console.error("THREE.WebGLRenderer: A WebGL context could not be created. Reason: ",T.statusMessage)}function re(T){let z=T.target;z.removeEventListener("dispose",re),Oe(z)}function Oe(T){an(T),wt.remove(T)}function an(T){let z=wt.get(T).programs;z!==void 0&&(z.forEach(function($){Et.releaseProgram($)}),T.isShaderMaterial&&Et.releaseShaderCache(T))}this.renderBufferDirect=function(T,z,$,Z,G,mt){z===null&&(z=te);let Ct=G.isMesh&&G.matrixWorld.determinant()<0,Xt=Ec(T,z,$,Z,G);Mt.setMaterial(Z,Ct);let Vt=$.index,Jt=1;if(Z.wireframe===!0){if(Vt=X.getWireframeAttribute($),Vt===void 0)return;Jt=2}let jt=$.drawRange,Ht=$.attributes.position,he=jt.start*Jt,Me=(jt.start+jt.count)*Jt;mt!==null&&(he=Math.max(he,mt.start*Jt),Me=Math.min(Me,(mt.start+mt.count)*Jt)),Vt!==null?(he=Math.max(he,0),Me=Math.min(Me,Vt.count)):Ht!=null&&(he=Math.max(he,0),Me=Math.min(Me,Ht.count));let Ee=Me-he;if(Ee<0||Ee===1/0)return;fe.setup(G,Z,Xt,$,Vt);let ln,de=Rt;if(Vt!==null&&(ln=K.get(Vt),de=le,de.setIndex(ln)),G.isMesh)Z.wireframe===!0?(Mt.setLineWidth(Z.wireframeLinewidth*ut()),de.setMode(F.LINES)):de.setMode(F.TRIANGLES);else if(G.isLine){let Yt=Z.linewidth;Yt===void 0&&(Yt=1),Mt.setLineWidth(Yt*ut()),G.isLineSegments?de.setMode(F.LINES):G.isLineLoop?de.setMode(F.LINE_LOOP):de.setMode(F.LINE_STRIP)}else G.isPoints?de.setMode(F.POINTS):G.isSprite&&de.setMode(F.TRIANGLES);if(G.isBatchedMesh)if(G._multiDrawInstances!==null)de.renderMultiDrawInstances(G._multiDrawStarts,G._multiDrawCounts,G._multiDrawCount,G._multiDrawInstances);else if(dt.get("WEBGL_multi_draw"))de.renderMultiDraw(G._multiDrawStarts,G._multiDrawCounts,G._multiDrawCount);else{let Yt=G._multiDrawStarts,ke=G._multiDrawCounts,pe=G._multiDrawCount,Dn=Vt?K.get(Vt).bytesPerElement:1,Pi=wt.get(Z).currentProgram.getUniforms();for(let xn=0;xn<pe;xn++)Pi.setValue(F,"_gl_DrawID",xn),de.render(Yt[xn]/Dn,ke[xn])}else if(G.isInstancedMesh)de.renderInstances(he,Ee,G.count);else if($.isInstancedBufferGeometry){let Yt=$._maxInstanceCount!==void 0?$._maxInstanceCount:1/0,ke=Math.min($.instanceCount,Yt);de.renderInstances(he,Ee,ke)}else de.render(he,Ee)};function ye(T,z,$){T.transparent===!0&&T.side===yi&&T.forceSinglePass===!1?(T.side=wn,T.needsUpdate=!0,hr(T,z,$),T.side=ki,T.needsUpdate=!0,hr(T,z,$),T.side=yi):hr(T,z,$)}this.compile=function(T,z,$=null){$===null&&($=T),p=ee.get($),p.init(z),_.push(p),$.traverseVisible(function(G){G.isLight&&G.layers.test(z.layers)&&(p.pushLight(G),G.castShadow&&p.pushShadow(G))}),T!==$&&T.traverseVisible(function(G){G.isLight&&G.layers.test(z.layers)&&(p.pushLight(G),G.castShadow&&p.pushShadow(G))}),p.setupLights();let Z=new Set;return T.traverse(function(G){if(!(G.isMesh||G.isPoints||G.isLine||G.isSprite))return;let mt=G.material;if(mt)if(Array.isArray(mt))for(let Ct=0;Ct<mt.length;Ct++){let Xt=mt[Ct];ye(Xt,$,G),Z.add(Xt)}else ye(mt,$,G),Z.add(mt)}),_.pop(),p=null,Z},this.compileAsync=function(T,z,$=null){let Z=this.compile(T,z,$);return new Promise(G=>{function mt(){if(Z.forEach(function(Ct){wt.get(Ct).currentProgram.isReady()&&Z.delete(Ct)}),Z.size===0){G(T);return}setTimeout(mt,10)}dt.get("KHR_parallel_shader_compile")!==null?mt():setTimeout(mt,10)})};let je=null;function Le(T){je&&je(T)}function kn(){Ln.stop()}function Hi(){Ln.start()}let Ln=new Op;Ln.setAnimationLoop(Le),typeof self<"u"&&Ln.setContext(self),this.setAnimationLoop=function(T){je=T,nt.setAnimationLoop(T),T===null?Ln.stop():Ln.start()},nt.addEventListener("sessionstart",kn),nt.addEventListener("sessionend",Hi),this.render=function(T,z){if(z!==void 0&&z.isCamera!==!0){console.error("THREE.WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(U===!0)return;if(T.matrixWorldAutoUpdate===!0&&T.updateMatrixWorld(),z.parent===null&&z.matrixWorldAutoUpdate===!0&&z.updateMatrixWorld(),nt.enabled===!0&&nt.isPresenting===!0&&(nt.cameraAutoUpdate===!0&&nt.updateCamera(z),z=nt.getCamera()),T.isScene===!0&&T.onBeforeRender(y,T,z,D),p=ee.get(T,_.length),p.init(z),_.push(p),kt.multiplyMatrices(z.projectionMatrix,z.matrixWorldInverse),it.setFromProjectionMatrix(kt),xt=this.localClippingEnabled,ct=pt.init(this.clippingPlanes,xt),m=It.get(T,b.length),m.init(),b.push(m),nt.enabled===!0&&nt.isPresenting===!0){let mt=y.xr.getDepthSensingMesh();mt!==null&&yn(mt,z,-1/0,y.sortObjects)}yn(T,z,0,y.sortObjects),m.finish(),y.sortObjects===!0&&m.sort(at,ht),st=nt.enabled===!1||nt.isPresenting===!1||nt.hasDepthSensing()===!1,st&&Wt.addToRenderList(m,T),this.info.render.frame++,ct===!0&&pt.beginShadows();let $=p.state.shadowsArray;At.render($,T,z),ct===!0&&pt.endShadows(),this.info.autoReset===!0&&this.info.reset();let Z=m.opaque,G=m.transmissive;if(p.setupLights(),z.isArrayCamera){let mt=z.cameras;if(G.length>0)for(let Ct=0,Xt=mt.length;Ct<Xt;Ct++){let Vt=mt[Ct];Wi(Z,G,T,Vt)}st&&Wt.render(T);for(let Ct=0,Xt=mt.length;Ct<Xt;Ct++){let Vt=mt[Ct];Gi(m,T,Vt,Vt.viewport)}}else G.length>0&&Wi(Z,G,T,z),st&&Wt.render(T),Gi(m,T,z);D!==null&&(R.updateMultisampleRenderTarget(D),R.updateRenderTargetMipmap(D)),T.isScene===!0&&T.onAfterRender(y,T,z),fe.resetDefaultState(),E=-1,M=null,_.pop(),_.length>0?(p=_[_.length-1],ct===!0&&pt.setGlobalState(y.clippingPlanes,p.state.camera)):p=null,b.pop(),b.length>0?m=b[b.length-1]:m=null};function yn(T,z,$,Z){if(T.visible===!1)return;if(T.layers.test(z.layers)){if(T.isGroup)$=T.renderOrder;else if(T.isLOD)T.autoUpdate===!0&&T.update(z);else if(T.isLight)p.pushLight(T),T.castShadow&&p.pushShadow(T);else if(T.isSprite){if(!T.frustumCulled||it.intersectsSprite(T)){Z&&Lt.setFromMatrixPosition(T.matrixWorld).applyMatrix4(kt);let Ct=et.update(T),Xt=T.material;Xt.visible&&m.push(T,Ct,Xt,$,Lt.z,null)}}else if((T.isMesh||T.isLine||T.isPoints)&&(!T.frustumCulled||it.intersectsObject(T))){let Ct=et.update(T),Xt=T.material;if(Z&&(T.boundingSphere!==void 0?(T.boundingSphere===null&&T.computeBoundingSphere(),Lt.copy(T.boundingSphere.center)):(Ct.boundingSphere===null&&Ct.computeBoundingSphere(),Lt.copy(Ct.boundingSphere.center)),Lt.applyMatrix4(T.matrixWorld).applyMatrix4(kt)),Array.isArray(Xt)){let Vt=Ct.groups;for(let Jt=0,jt=Vt.length;Jt<jt;Jt++){let Ht=Vt[Jt],he=Xt[Ht.materialIndex];he&&he.visible&&m.push(T,Ct,he,$,Lt.z,Ht)}}else Xt.visible&&m.push(T,Ct,Xt,$,Lt.z,null)}}let mt=T.children;for(let Ct=0,Xt=mt.length;Ct<Xt;Ct++)yn(mt[Ct],z,$,Z)}function Gi(T,z,$,Z){let G=T.opaque,mt=T.transmissive,Ct=T.transparent;p.setupLightsView($),ct===!0&&pt.setGlobalState(y.clippingPlanes,$),Z&&Mt.viewport(C.copy(Z)),G.length>0&&As(G,z,$),mt.length>0&&As(mt,z,$),Ct.length>0&&As(Ct,z,$),Mt.buffers.depth.setTest(!0),Mt.buffers.depth.setMask(!0),Mt.buffers.color.setMask(!0),Mt.setPolygonOffset(!1)}function Wi(T,z,$,Z){if(($.isScene===!0?$.overrideMaterial:null)!==null)return;p.state.transmissionRenderTarget[Z.id]===void 0&&(p.state.transmissionRenderTarget[Z.id]=new ns(1,1,{generateMipmaps:!0,type:dt.has("EXT_color_buffer_half_float")||dt.has("EXT_color_buffer_float")?Zo:ts,minFilter:Gs,samples:4,stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,colorSpace:me.workingColorSpace}));let mt=p.state.transmissionRenderTarget[Z.id],Ct=Z.viewport||C;mt.setSize(Ct.z,Ct.w);let Xt=y.getRenderTarget();y.setRenderTarget(mt),y.getClearColor(H),q=y.getClearAlpha(),q<1&&y.setClearColor(16777215,.5),y.clear(),st&&Wt.render($);let Vt=y.toneMapping;y.toneMapping=bs;let Jt=Z.viewport;if(Z.viewport!==void 0&&(Z.viewport=void 0),p.setupLightsView(Z),ct===!0&&pt.setGlobalState(y.clippingPlanes,Z),As(T,$,Z),R.updateMultisampleRenderTarget(mt),R.updateRenderTargetMipmap(mt),dt.has("WEBGL_multisampled_render_to_texture")===!1){let jt=!1;for(let Ht=0,he=z.length;Ht<he;Ht++){let Me=z[Ht],Ee=Me.object,ln=Me.geometry,de=Me.material,Yt=Me.group;if(de.side===yi&&Ee.layers.test(Z.layers)){let ke=de.side;de.side=wn,de.needsUpdate=!0,go(Ee,$,Z,ln,de,Yt),de.side=ke,de.needsUpdate=!0,jt=!0}}jt===!0&&(R.updateMultisampleRenderTarget(mt),R.updateRenderTargetMipmap(mt))}y.setRenderTarget(Xt),y.setClearColor(H,q),Jt!==void 0&&(Z.viewport=Jt),y.toneMapping=Vt}function As(T,z,$){let Z=z.isScene===!0?z.overrideMaterial:null;for(let G=0,mt=T.length;G<mt;G++){let Ct=T[G],Xt=Ct.object,Vt=Ct.geometry,Jt=Z===null?Ct.material:Z,jt=Ct.group;Xt.layers.test($.layers)&&go(Xt,z,$,Vt,Jt,jt)}}function go(T,z,$,Z,G,mt){T.onBeforeRender(y,z,$,Z,G,mt),T.modelViewMatrix.multiplyMatrices($.matrixWorldInverse,T.matrixWorld),T.normalMatrix.getNormalMatrix(T.modelViewMatrix),G.onBeforeRender(y,z,$,Z,T,mt),G.transparent===!0&&G.side===yi&&G.forceSinglePass===!1?(G.side=wn,G.needsUpdate=!0,y.renderBufferDirect($,z,Z,G,T,mt),G.side=ki,G.needsUpdate=!0,y.renderBufferDirect($,z,Z,G,T,mt),G.side=yi):y.renderBufferDirect($,z,Z,G,T,mt),T.onAfterRender(y,z,$,Z,G,mt)}function hr(T,z,$){z.isScene!==!0&&(z=te);let Z=wt.get(T),G=p.state.lights,mt=p.state.shadowsArray,Ct=G.state.version,Xt=Et.getParameters(T,G.state,mt,z,$),Vt=Et.getProgramCacheKey(Xt),Jt=Z.programs;Z.environment=T.isMeshStandardMaterial?z.environment:null,Z.fog=z.fog,Z.envMap=(T.isMeshStandardMaterial?Y:S).get(T.envMap||Z.environment),Z.envMapRotation=Z.environment!==null&&T.envMap===null?z.environmentRotation:T.envMapRotation,Jt===void 0&&(T.addEventListener("dispose",re),Jt=new Map,Z.programs=Jt);let jt=Jt.get(Vt);if(jt!==void 0){if(Z.currentProgram===jt&&Z.lightsStateVersion===Ct)return Ri(T,Xt),jt}else Xt.uniforms=Et.getUniforms(T),T.onBeforeCompile(Xt,y),jt=Et.acquireProgram(Xt,Vt),Jt.set(Vt,jt),Z.uniforms=Xt.uniforms;let Ht=Z.uniforms;return(!T.isShaderMaterial&&!T.isRawShaderMaterial||T.clipping===!0)&&(Ht.clippingPlanes=pt.uniform),Ri(T,Xt),Z.needsLights=ua(T),Z.lightsStateVersion=Ct,Z.needsLights&&(Ht.ambientLightColor.value=G.state.ambient,Ht.lightProbe.value=G.state.probe,Ht.directionalLights.value=G.state.directional,Ht.directionalLightShadows.value=G.state.directionalShadow,Ht.spotLights.value=G.state.spot,Ht.spotLightShadows.value=G.state.spotShadow,Ht.rectAreaLights.value=G.state.rectArea,Ht.ltc_1.value=G.state.rectAreaLTC1,Ht.ltc_2.value=G.state.rectAreaLTC2,Ht.pointLights.value=G.state.point,Ht.pointLightShadows.value=G.state.pointShadow,Ht.hemisphereLights.value=G.state.hemi,Ht.directionalShadowMap.value=G.state.directionalShadowMap,Ht.directionalShadowMatrix.value=G.state.directionalShadowMatrix,Ht.spotShadowMap.value=G.state.spotShadowMap,Ht.spotLightMatrix.value=G.state.spotLightMatrix,Ht.spotLightMap.value=G.state.spotLightMap,Ht.pointShadowMap.value=G.state.pointShadowMap,Ht.pointShadowMatrix.value=G.state.pointShadowMatrix),Z.currentProgram=jt,Z.uniformsList=null,jt}function ha(T){if(T.uniformsList===null){let z=T.currentProgram.getUniforms();T.uniformsList=Hr.seqWithValue(z.seq,T.uniforms)}return T.uniformsList}function Ri(T,z){let $=wt.get(T);$.outputColorSpace=z.outputColorSpace,$.batching=z.batching,$.batchingColor=z.batchingColor,$.instancing=z.instancing,$.instancingColor=z.instancingColor,$.instancingMorph=z.instancingMorph,$.skinning=z.skinning,$.morphTargets=z.morphTargets,$.morphNormals=z.morphNormals,$.morphColors=z.morphColors,$.morphTargetsCount=z.morphTargetsCount,$.numClippingPlanes=z.numClippingPlanes,$.numIntersection=z.numClipIntersection,$.vertexAlphas=z.vertexAlphas,$.vertexTangents=z.vertexTangents,$.toneMapping=z.toneMapping}function Ec(T,z,$,Z,G){z.isScene!==!0&&(z=te),R.resetTextureUnits();let mt=z.fog,Ct=Z.isMeshStandardMaterial?z.environment:null,Xt=D===null?y.outputColorSpace:D.isXRRenderTarget===!0?D.texture.colorSpace:jr,Vt=(Z.isMeshStandardMaterial?Y:S).get(Z.envMap||Ct),Jt=Z.vertexColors===!0&&!!$.attributes.color&&$.attributes.color.itemSize===4,jt=!!$.attributes.tangent&&(!!Z.normalMap||Z.anisotropy>0),Ht=!!$.morphAttributes.position,he=!!$.morphAttributes.normal,Me=!!$.morphAttributes.color,Ee=bs;Z.toneMapped&&(D===null||D.isXRRenderTarget===!0)&&(Ee=y.toneMapping);let ln=$.morphAttributes.position||$.morphAttributes.normal||$.morphAttributes.color,de=ln!==void 0?ln.length:0,Yt=wt.get(Z),ke=p.state.lights;if(ct===!0&&(xt===!0||T!==M)){let Sn=T===M&&Z.id===E;pt.setState(Z,T,Sn)}let pe=!1;Z.version===Yt.__version?(Yt.needsLights&&Yt.lightsStateVersion!==ke.state.version||Yt.outputColorSpace!==Xt||G.isBatchedMesh&&Yt.batching===!1||!G.isBatchedMesh&&Yt.batching===!0||G.isBatchedMesh&&Yt.batchingColor===!0&&G.colorTexture===null||G.isBatchedMesh&&Yt.batchingColor===!1&&G.colorTexture!==null||G.isInstancedMesh&&Yt.instancing===!1||!G.isInstancedMesh&&Yt.instancing===!0||G.isSkinnedMesh&&Yt.skinning===!1||!G.isSkinnedMesh&&Yt.skinning===!0||G.isInstancedMesh&&Yt.instancingColor===!0&&G.instanceColor===null||G.isInstancedMesh&&Yt.instancingColor===!1&&G.instanceColor!==null||G.isInstancedMesh&&Yt.instancingMorph===!0&&G.morphTexture===null||G.isInstancedMesh&&Yt.instancingMorph===!1&&G.morphTexture!==null||Yt.envMap!==Vt||Z.fog===!0&&Yt.fog!==mt||Yt.numClippingPlanes!==void 0&&(Yt.numClippingPlanes!==pt.numPlanes||Yt.numIntersection!==pt.numIntersection)||Yt.vertexAlphas!==Jt||Yt.vertexTangents!==jt||Yt.morphTargets!==Ht||Yt.morphNormals!==he||Yt.morphColors!==Me||Yt.toneMapping!==Ee||Yt.morphTargetsCount!==de)&&(pe=!0):(pe=!0,Yt.__version=Z.version);let Dn=Yt.currentProgram;pe===!0&&(Dn=hr(Z,z,G));let Pi=!1,xn=!1,Cs=!1,Re=Dn.getUniforms(),jn=Yt.uniforms;if(Mt.useProgram(Dn.program)&&(Pi=!0,xn=!0,Cs=!0),Z.id!==E&&(E=Z.id,xn=!0),Pi||M!==T){Mt.buffers.depth.getReversed()?(ot.copy(T.projectionMatrix),bv(ot),Mv(ot),Re.setValue(F,"projectionMatrix",ot)):Re.setValue(F,"projectionMatrix",T.projectionMatrix),Re.setValue(F,"viewMatrix",T.matrixWorldInverse);let Ii=Re.map.cameraPosition;Ii!==void 0&&Ii.setValue(F,Gt.setFromMatrixPosition(T.matrixWorld)),Ft.logarithmicDepthBuffer&&Re.setValue(F,"logDepthBufFC",2/(Math.log(T.far+1)/Math.LN2)),(Z.isMeshPhongMaterial||Z.isMeshToonMaterial||Z.isMeshLambertMaterial||Z.isMeshBasicMaterial||Z.isMeshStandardMaterial||Z.isShaderMaterial)&&Re.setValue(F,"isOrthographic",T.isOrthographicCamera===!0),M!==T&&(M=T,xn=!0,Cs=!0)}if(G.isSkinnedMesh){Re.setOptional(F,G,"bindMatrix"),Re.setOptional(F,G,"bindMatrixInverse");let Sn=G.skeleton;Sn&&(Sn.boneTexture===null&&Sn.computeBoneTexture(),Re.setValue(F,"boneTexture",Sn.boneTexture,R))}G.isBatchedMesh&&(Re.setOptional(F,G,"batchingTexture"),Re.setValue(F,"batchingTexture",G._matricesTexture,R),Re.setOptional(F,G,"batchingIdTexture"),Re.setValue(F,"batchingIdTexture",G._indirectTexture,R),Re.setOptional(F,G,"batchingColorTexture"),G._colorsTexture!==null&&Re.setValue(F,"batchingColorTexture",G._colorsTexture,R));let ls=$.morphAttributes;if((ls.position!==void 0||ls.normal!==void 0||ls.color!==void 0)&&qt.update(G,$,Dn),(xn||Yt.receiveShadow!==G.receiveShadow)&&(Yt.receiveShadow=G.receiveShadow,Re.setValue(F,"receiveShadow",G.receiveShadow)),Z.isMeshGouraudMaterial&&Z.envMap!==null&&(jn.envMap.value=Vt,jn.flipEnvMap.value=Vt.isCubeTexture&&Vt.isRenderTargetTexture===!1?-1:1),Z.isMeshStandardMaterial&&Z.envMap===null&&z.environment!==null&&(jn.envMapIntensity.value=z.environmentIntensity),xn&&(Re.setValue(F,"toneMappingExposure",y.toneMappingExposure),Yt.needsLights&&Ts(jn,Cs),mt&&Z.fog===!0&&St.refreshFogUniforms(jn,mt),St.refreshMaterialUniforms(jn,Z,Q,j,p.state.transmissionRenderTarget[T.id]),Hr.upload(F,ha(Yt),jn,R)),Z.isShaderMaterial&&Z.uniformsNeedUpdate===!0&&(Hr.upload(F,ha(Yt),jn,R),Z.uniformsNeedUpdate=!1),Z.isSpriteMaterial&&Re.setValue(F,"center",G.center),Re.setValue(F,"modelViewMatrix",G.modelViewMatrix),Re.setValue(F,"normalMatrix",G.normalMatrix),Re.setValue(F,"modelMatrix",G.matrixWorld),Z.isShaderMaterial||Z.isRawShaderMaterial){let Sn=Z.uniformsGroups;for(let Ii=0,ui=Sn.length;Ii<ui;Ii++){let ur=Sn[Ii];B.update(ur,Dn),B.bind(ur,Dn)}}return Dn}function Ts(T,z){T.ambientLightColor.needsUpdate=z,T.lightProbe.needsUpdate=z,T.directionalLights.needsUpdate=z,T.directionalLightShadows.needsUpdate=z,T.pointLights.needsUpdate=z,T.pointLightShadows.needsUpdate=z,T.spotLights.needsUpdate=z,T.spotLightShadows.needsUpdate=z,T.rectAreaLights.needsUpdate=z,T.hemisphereLights.needsUpdate=z}function ua(T){return T.isMeshLambertMaterial||T.isMeshToonMaterial||T.isMeshPhongMaterial||T.isMeshStandardMaterial||T.isShadowMaterial||T.isShaderMaterial&&T.lights===!0}this.getActiveCubeFace=function(){return A},this.getActiveMipmapLevel=function(){return I},this.getRenderTarget=function(){return D},this.setRenderTargetTextures=function(T,z,$){wt.get(T.texture).__webglTexture=z,wt.get(T.depthTexture).__webglTexture=$;let Z=wt.get(T);Z.__hasExternalTextures=!0,Z.__autoAllocateDepthBuffer=$===void 0,Z.__autoAllocateDepthBuffer||dt.has("WEBGL_multisampled_render_to_texture")===!0&&(console.warn("THREE.WebGLRenderer: Render-to-texture extension was disabled because an external texture was provided"),Z.__useRenderToTexture=!1)},this.setRenderTargetFramebuffer=function(T,z){let $=wt.get(T);$.__webglFramebuffer=z,$.__useDefaultFramebuffer=z===void 0},this.setRenderTarget=function(T,z=0,$=0){D=T,A=z,I=$;let Z=!0,G=null,mt=!1,Ct=!1;if(T){let Vt=wt.get(T);if(Vt.__useDefaultFramebuffer!==void 0)Mt.bindFramebuffer(F.FRAMEBUFFER,null),Z=!1;else if(Vt.__webglFramebuffer===void 0)R.setupRenderTarget(T);else if(Vt.__hasExternalTextures)R.rebindTextures(T,wt.get(T.texture).__webglTexture,wt.get(T.depthTexture).__webglTexture);else if(T.depthBuffer){let Ht=T.depthTexture;if(Vt.__boundDepthTexture!==Ht){if(Ht!==null&&wt.has(Ht)&&(T.width!==Ht.image.width||T.height!==Ht.image.height))throw new Error("WebGLRenderTarget: Attached DepthTexture is initialized to the incorrect size.");R.setupDepthRenderbuffer(T)}}let Jt=T.texture;(Jt.isData3DTexture||Jt.isDataArrayTexture||Jt.isCompressedArrayTexture)&&(Ct=!0);let jt=wt.get(T).__webglFramebuffer;T.isWebGLCubeRenderTarget?(Array.isArray(jt[z])?G=jt[z][$]:G=jt[z],mt=!0):T.samples>0&&R.useMultisampledRTT(T)===!1?G=wt.get(T).__webglMultisampledFramebuffer:Array.isArray(jt)?G=jt[$]:G=jt,C.copy(T.viewport),V.copy(T.scissor),O=T.scissorTest}else C.copy(yt).multiplyScalar(Q).floor(),V.copy(bt).multiplyScalar(Q).floor(),O=vt;if(Mt.bindFramebuffer(F.FRAMEBUFFER,G)&&Z&&Mt.drawBuffers(T,G),Mt.viewport(C),Mt.scissor(V),Mt.setScissorTest(O),mt){let Vt=wt.get(T.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_CUBE_MAP_POSITIVE_X+z,Vt.__webglTexture,$)}else if(Ct){let Vt=wt.get(T.texture),Jt=z||0;F.framebufferTextureLayer(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,Vt.__webglTexture,$||0,Jt)}E=-1},this.readRenderTargetPixels=function(T,z,$,Z,G,mt,Ct){if(!(T&&T.isWebGLRenderTarget)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Xt=wt.get(T).__webglFramebuffer;if(T.isWebGLCubeRenderTarget&&Ct!==void 0&&(Xt=Xt[Ct]),Xt){Mt.bindFramebuffer(F.FRAMEBUFFER,Xt);try{let Vt=T.texture,Jt=Vt.format,jt=Vt.type;if(!Ft.textureFormatReadable(Jt)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(!Ft.textureTypeReadable(jt)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}z>=0&&z<=T.width-Z&&$>=0&&$<=T.height-G&&F.readPixels(z,$,Z,G,ne.convert(Jt),ne.convert(jt),mt)}finally{let Vt=D!==null?wt.get(D).__webglFramebuffer:null;Mt.bindFramebuffer(F.FRAMEBUFFER,Vt)}}},this.readRenderTargetPixelsAsync=async function(T,z,$,Z,G,mt,Ct){if(!(T&&T.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Xt=wt.get(T).__webglFramebuffer;if(T.isWebGLCubeRenderTarget&&Ct!==void 0&&(Xt=Xt[Ct]),Xt){let Vt=T.texture,Jt=Vt.format,jt=Vt.type;if(!Ft.textureFormatReadable(Jt))throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(!Ft.textureTypeReadable(jt))throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");if(z>=0&&z<=T.width-Z&&$>=0&&$<=T.height-G){Mt.bindFramebuffer(F.FRAMEBUFFER,Xt);let Ht=F.createBuffer();F.bindBuffer(F.PIXEL_PACK_BUFFER,Ht),F.bufferData(F.PIXEL_PACK_BUFFER,mt.byteLength,F.STREAM_READ),F.readPixels(z,$,Z,G,ne.convert(Jt),ne.convert(jt),0);let he=D!==null?wt.get(D).__webglFramebuffer:null;Mt.bindFramebuffer(F.FRAMEBUFFER,he);let Me=F.fenceSync(F.SYNC_GPU_COMMANDS_COMPLETE,0);return F.flush(),await _v(F,Me,4),F.bindBuffer(F.PIXEL_PACK_BUFFER,Ht),F.getBufferSubData(F.PIXEL_PACK_BUFFER,0,mt),F.deleteBuffer(Ht),F.deleteSync(Me),mt}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")}},this.copyFramebufferToTexture=function(T,z=null,$=0){T.isTexture!==!0&&(Ro("WebGLRenderer: copyFramebufferToTexture function signature has changed."),z=arguments[0]||null,T=arguments[1]);let Z=Math.pow(2,-$),G=Math.floor(T.image.width*Z),mt=Math.floor(T.image.height*Z),Ct=z!==null?z.x:0,Xt=z!==null?z.y:0;R.setTexture2D(T,0),F.copyTexSubImage2D(F.TEXTURE_2D,$,0,0,Ct,Xt,G,mt),Mt.unbindTexture()},this.copyTextureToTexture=function(T,z,$=null,Z=null,G=0){T.isTexture!==!0&&(Ro("WebGLRenderer: copyTextureToTexture function signature has changed."),Z=arguments[0]||null,T=arguments[1],z=arguments[2],G=arguments[3]||0,$=null);let mt,Ct,Xt,Vt,Jt,jt,Ht,he,Me,Ee=T.isCompressedTexture?T.mipmaps[G]:T.image;$!==null?(mt=$.max.x-$.min.x,Ct=$.max.y-$.min.y,Xt=$.isBox3?$.max.z-$.min.z:1,Vt=$.min.x,Jt=$.min.y,jt=$.isBox3?$.min.z:0):(mt=Ee.width,Ct=Ee.height,Xt=Ee.depth||1,Vt=0,Jt=0,jt=0),Z!==null?(Ht=Z.x,he=Z.y,Me=Z.z):(Ht=0,he=0,Me=0);let ln=ne.convert(z.format),de=ne.convert(z.type),Yt;z.isData3DTexture?(R.setTexture3D(z,0),Yt=F.TEXTURE_3D):z.isDataArrayTexture||z.isCompressedArrayTexture?(R.setTexture2DArray(z,0),Yt=F.TEXTURE_2D_ARRAY):(R.setTexture2D(z,0),Yt=F.TEXTURE_2D),F.pixelStorei(F.UNPACK_FLIP_Y_WEBGL,z.flipY),F.pixelStorei(F.UNPACK_PREMULTIPLY_ALPHA_WEBGL,z.premultiplyAlpha),F.pixelStorei(F.UNPACK_ALIGNMENT,z.unpackAlignment);let ke=F.getParameter(F.UNPACK_ROW_LENGTH),pe=F.getParameter(F.UNPACK_IMAGE_HEIGHT),Dn=F.getParameter(F.UNPACK_SKIP_PIXELS),Pi=F.getParameter(F.UNPACK_SKIP_ROWS),xn=F.getParameter(F.UNPACK_SKIP_IMAGES);F.pixelStorei(F.UNPACK_ROW_LENGTH,Ee.width),F.pixelStorei(F.UNPACK_IMAGE_HEIGHT,Ee.height),F.pixelStorei(F.UNPACK_SKIP_PIXELS,Vt),F.pixelStorei(F.UNPACK_SKIP_ROWS,Jt),F.pixelStorei(F.UNPACK_SKIP_IMAGES,jt);let Cs=T.isDataArrayTexture||T.isData3DTexture,Re=z.isDataArrayTexture||z.isData3DTexture;if(T.isRenderTargetTexture||T.isDepthTexture){let jn=wt.get(T),ls=wt.get(z),Sn=wt.get(jn.__renderTarget),Ii=wt.get(ls.__renderTarget);Mt.bindFramebuffer(F.READ_FRAMEBUFFER,Sn.__webglFramebuffer),Mt.bindFramebuffer(F.DRAW_FRAMEBUFFER,Ii.__webglFramebuffer);for(let ui=0;ui<Xt;ui++)Cs&&F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,wt.get(T).__webglTexture,G,jt+ui),T.isDepthTexture?(Re&&F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,wt.get(z).__webglTexture,G,Me+ui),F.blitFramebuffer(Vt,Jt,mt,Ct,Ht,he,mt,Ct,F.DEPTH_BUFFER_BIT,F.NEAREST)):Re?F.copyTexSubImage3D(Yt,G,Ht,he,Me+ui,Vt,Jt,mt,Ct):F.copyTexSubImage2D(Yt,G,Ht,he,Me+ui,Vt,Jt,mt,Ct);Mt.bindFramebuffer(F.READ_FRAMEBUFFER,null),Mt.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else Re?T.isDataTexture||T.isData3DTexture?F.texSubImage3D(Yt,G,Ht,he,Me,mt,Ct,Xt,ln,de,Ee.data):z.isCompressedArrayTexture?F.compressedTexSubImage3D(Yt,G,Ht,he,Me,mt,Ct,Xt,ln,Ee.data):F.texSubImage3D(Yt,G,Ht,he,Me,mt,Ct,Xt,ln,de,Ee):T.isDataTexture?F.texSubImage2D(F.TEXTURE_2D,G,Ht,he,mt,Ct,ln,de,Ee.data):T.isCompressedTexture?F.compressedTexSubImage2D(F.TEXTURE_2D,G,Ht,he,Ee.width,Ee.height,ln,Ee.data):F.texSubImage2D(F.TEXTURE_2D,G,Ht,he,mt,Ct,ln,de,Ee);F.pixelStorei(F.UNPACK_ROW_LENGTH,ke),F.pixelStorei(F.UNPACK_IMAGE_HEIGHT,pe),F.pixelStorei(F.UNPACK_SKIP_PIXELS,Dn),F.pixelStorei(F.UNPACK_SKIP_ROWS,Pi),F.pixelStorei(F.UNPACK_SKIP_IMAGES,xn),G===0&&z.generateMipmaps&&F.generateMipmap(Yt),Mt.unbindTexture()},this.copyTextureToTexture3D=function(T,z,$=null,Z=null,G=0){return T.isTexture!==!0&&(Ro("WebGLRenderer: copyTextureToTexture3D function signature has changed."),$=arguments[0]||null,Z=arguments[1]||null,T=arguments[2],z=arguments[3],G=arguments[4]||0),Ro('WebGLRenderer: copyTextureToTexture3D function has been deprecated. Use "copyTextureToTexture" instead.'),this.copyTextureToTexture(T,z,$,Z,G)},this.initRenderTarget=function(T){wt.get(T).__webglFramebuffer===void 0&&R.setupRenderTarget(T)},this.initTexture=function(T){T.isCubeTexture?R.setTextureCube(T,0):T.isData3DTexture?R.setTexture3D(T,0):T.isDataArrayTexture||T.isCompressedArrayTexture?R.setTexture2DArray(T,0):R.setTexture2D(T,0),Mt.unbindTexture()},this.resetState=function(){A=0,I=0,D=null,Mt.reset(),fe.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return ji}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorspace=me._getDrawingBufferColorSpace(t),e.unpackColorSpace=me._getUnpackColorSpace()}};var hl=class extends ri{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new is,this.environmentIntensity=1,this.environmentRotation=new is,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),t.background!==null&&(this.background=t.background.clone()),t.environment!==null&&(this.environment=t.environment.clone()),t.fog!==null&&(this.fog=t.fog.clone()),this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),t.overrideMaterial!==null&&(this.overrideMaterial=t.overrideMaterial.clone()),this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),this.backgroundBlurriness>0&&(e.object.backgroundBlurriness=this.backgroundBlurriness),this.backgroundIntensity!==1&&(e.object.backgroundIntensity=this.backgroundIntensity),e.object.backgroundRotation=this.backgroundRotation.toArray(),this.environmentIntensity!==1&&(e.object.environmentIntensity=this.environmentIntensity),e.object.environmentRotation=this.environmentRotation.toArray(),e}};var Vo=class extends qn{constructor(t=null,e=1,n=1,s,r,o,a,l,c=Xn,h=Xn,u,d){super(null,o,a,l,c,h,s,r,u,d),this.isDataTexture=!0,this.image={data:t,width:e,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var ul=class extends Ve{constructor(t,e,n,s=1){super(t,e,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=s}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}toJSON(){let t=super.toJSON();return t.meshPerAttribute=this.meshPerAttribute,t.isInstancedBufferAttribute=!0,t}},Nr=new Qt,lp=new Qt,ka=[],cp=new xi,g1=new Qt,Ao=new Mn,To=new zi,dl=class extends Mn{constructor(t,e,n){super(t,e),this.isInstancedMesh=!0,this.instanceMatrix=new ul(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let s=0;s<n;s++)this.setMatrixAt(s,g1)}computeBoundingBox(){let t=this.geometry,e=this.count;this.boundingBox===null&&(this.boundingBox=new xi),t.boundingBox===null&&t.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,Nr),cp.copy(t.boundingBox).applyMatrix4(Nr),this.boundingBox.union(cp)}computeBoundingSphere(){let t=this.geometry,e=this.count;this.boundingSphere===null&&(this.boundingSphere=new zi),t.boundingSphere===null&&t.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,Nr),To.copy(t.boundingSphere).applyMatrix4(Nr),this.boundingSphere.union(To)}copy(t,e){return super.copy(t,e),this.instanceMatrix.copy(t.instanceMatrix),t.morphTexture!==null&&(this.morphTexture=t.morphTexture.clone()),t.instanceColor!==null&&(this.instanceColor=t.instanceColor.clone()),this.count=t.count,t.boundingBox!==null&&(this.boundingBox=t.boundingBox.clone()),t.boundingSphere!==null&&(this.boundingSphere=t.boundingSphere.clone()),this}getColorAt(t,e){e.fromArray(this.instanceColor.array,t*3)}getMatrixAt(t,e){e.fromArray(this.instanceMatrix.array,t*16)}getMorphAt(t,e){let n=e.morphTargetInfluences,s=this.morphTexture.source.data.data,r=n.length+1,o=t*r+1;for(let a=0;a<n.length;a++)n[a]=s[o+a]}raycast(t,e){let n=this.matrixWorld,s=this.count;if(Ao.geometry=this.geometry,Ao.material=this.material,Ao.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),To.copy(this.boundingSphere),To.applyMatrix4(n),t.ray.intersectsSphere(To)!==!1))for(let r=0;r<s;r++){this.getMatrixAt(r,Nr),lp.multiplyMatrices(n,Nr),Ao.matrixWorld=lp,Ao.raycast(t,ka);for(let o=0,a=ka.length;o<a;o++){let l=ka[o];l.instanceId=r,l.object=this,e.push(l)}ka.length=0}}setColorAt(t,e){this.instanceColor===null&&(this.instanceColor=new ul(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),e.toArray(this.instanceColor.array,t*3)}setMatrixAt(t,e){e.toArray(this.instanceMatrix.array,t*16)}setMorphAt(t,e){let n=e.morphTargetInfluences,s=n.length+1;this.morphTexture===null&&(this.morphTexture=new Vo(new Float32Array(s*this.count),s,this.count,Bu,ii));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=s*t;r[l]=a,r.set(n,l+1)}updateMorphTargets(){}dispose(){return this.dispatchEvent({type:"dispose"}),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null),this}};var $s=class extends qs{static get type(){return"LineBasicMaterial"}constructor(t){super(),this.isLineBasicMaterial=!0,this.color=new se(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}},fl=new N,pl=new N,hp=new Qt,Co=new Xs,za=new zi,uh=new N,up=new N,Jr=class extends ri{constructor(t=new Ge,e=new $s){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[0];for(let s=1,r=e.count;s<r;s++)fl.fromBufferAttribute(e,s-1),pl.fromBufferAttribute(e,s),n[s]=n[s-1],n[s]+=fl.distanceTo(pl);t.setAttribute("lineDistance",new we(n,1))}else console.warn("THREE.Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}raycast(t,e){let n=this.geometry,s=this.matrixWorld,r=t.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),za.copy(n.boundingSphere),za.applyMatrix4(s),za.radius+=r,t.ray.intersectsSphere(za)===!1)return;hp.copy(s).invert(),Co.copy(t.ray).applyMatrix4(hp);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,d=n.attributes.position;if(h!==null){let f=Math.max(0,o.start),g=Math.min(h.count,o.start+o.count);for(let v=f,m=g-1;v<m;v+=c){let p=h.getX(v),b=h.getX(v+1),_=Ba(this,t,Co,l,p,b);_&&e.push(_)}if(this.isLineLoop){let v=h.getX(g-1),m=h.getX(f),p=Ba(this,t,Co,l,v,m);p&&e.push(p)}}else{let f=Math.max(0,o.start),g=Math.min(d.count,o.start+o.count);for(let v=f,m=g-1;v<m;v+=c){let p=Ba(this,t,Co,l,v,v+1);p&&e.push(p)}if(this.isLineLoop){let v=Ba(this,t,Co,l,g-1,f);v&&e.push(v)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Ba(i,t,e,n,s,r){let o=i.geometry.attributes.position;if(fl.fromBufferAttribute(o,s),pl.fromBufferAttribute(o,r),e.distanceSqToSegment(fl,pl,uh,up)>n)return;uh.applyMatrix4(i.matrixWorld);let l=t.ray.origin.distanceTo(uh);if(!(l<t.near||l>t.far))return{distance:l,point:up.clone().applyMatrix4(i.matrixWorld),index:s,face:null,faceIndex:null,barycoord:null,object:i}}var dp=new N,fp=new N,vu=class extends Jr{constructor(t,e){super(t,e),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[];for(let s=0,r=e.count;s<r;s+=2)dp.fromBufferAttribute(e,s),fp.fromBufferAttribute(e,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+dp.distanceTo(fp);t.setAttribute("lineDistance",new we(n,1))}else console.warn("THREE.LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var Nn=class{constructor(){this.type="Curve",this.arcLengthDivisions=200}getPoint(){return console.warn("THREE.Curve: .getPoint() not implemented."),null}getPointAt(t,e){let n=this.getUtoTmapping(t);return this.getPoint(n,e)}getPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return e}getSpacedPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPointAt(n/t));return e}getLength(){let t=this.getLengths();return t[t.length-1]}getLengths(t=this.arcLengthDivisions){if(this.cacheArcLengths&&this.cacheArcLengths.length===t+1&&!this.needsUpdate)return this.cacheArcLengths;this.needsUpdate=!1;let e=[],n,s=this.getPoint(0),r=0;e.push(0);for(let o=1;o<=t;o++)n=this.getPoint(o/t),r+=n.distanceTo(s),e.push(r),s=n;return this.cacheArcLengths=e,e}updateArcLengths(){this.needsUpdate=!0,this.getLengths()}getUtoTmapping(t,e){let n=this.getLengths(),s=0,r=n.length,o;e?o=e:o=t*n[r-1];let a=0,l=r-1,c;for(;a<=l;)if(s=Math.floor(a+(l-a)/2),c=n[s]-o,c<0)a=s+1;else if(c>0)l=s-1;else{l=s;break}if(s=l,n[s]===o)return s/(r-1);let h=n[s],d=n[s+1]-h,f=(o-h)/d;return(s+f)/(r-1)}getTangent(t,e){let s=t-1e-4,r=t+1e-4;s<0&&(s=0),r>1&&(r=1);let o=this.getPoint(s),a=this.getPoint(r),l=e||(o.isVector2?new gt:new N);return l.copy(a).sub(o).normalize(),l}getTangentAt(t,e){let n=this.getUtoTmapping(t);return this.getTangent(n,e)}computeFrenetFrames(t,e){let n=new N,s=[],r=[],o=[],a=new N,l=new Qt;for(let f=0;f<=t;f++){let g=f/t;s[f]=this.getTangentAt(g,new N)}r[0]=new N,o[0]=new N;let c=Number.MAX_VALUE,h=Math.abs(s[0].x),u=Math.abs(s[0].y),d=Math.abs(s[0].z);h<=c&&(c=h,n.set(1,0,0)),u<=c&&(c=u,n.set(0,1,0)),d<=c&&n.set(0,0,1),a.crossVectors(s[0],n).normalize(),r[0].crossVectors(s[0],a),o[0].crossVectors(s[0],r[0]);for(let f=1;f<=t;f++){if(r[f]=r[f-1].clone(),o[f]=o[f-1].clone(),a.crossVectors(s[f-1],s[f]),a.length()>Number.EPSILON){a.normalize();let g=Math.acos(pn(s[f-1].dot(s[f]),-1,1));r[f].applyMatrix4(l.makeRotationAxis(a,g))}o[f].crossVectors(s[f],r[f])}if(e===!0){let f=Math.acos(pn(r[0].dot(r[t]),-1,1));f/=t,s[0].dot(a.crossVectors(r[0],r[t]))>0&&(f=-f);for(let g=1;g<=t;g++)r[g].applyMatrix4(l.makeRotationAxis(s[g],f*g)),o[g].crossVectors(s[g],r[g])}return{tangents:s,normals:r,binormals:o}}clone(){return new this.constructor().copy(this)}copy(t){return this.arcLengthDivisions=t.arcLengthDivisions,this}toJSON(){let t={metadata:{version:4.6,type:"Curve",generator:"Curve.toJSON"}};return t.arcLengthDivisions=this.arcLengthDivisions,t.type=this.type,t}fromJSON(t){return this.arcLengthDivisions=t.arcLengthDivisions,this}},Ho=class extends Nn{constructor(t=0,e=0,n=1,s=1,r=0,o=Math.PI*2,a=!1,l=0){super(),this.isEllipseCurve=!0,this.type="EllipseCurve",this.aX=t,this.aY=e,this.xRadius=n,this.yRadius=s,this.aStartAngle=r,this.aEndAngle=o,this.aClockwise=a,this.aRotation=l}getPoint(t,e=new gt){let n=e,s=Math.PI*2,r=this.aEndAngle-this.aStartAngle,o=Math.abs(r)<Number.EPSILON;for(;r<0;)r+=s;for(;r>s;)r-=s;r<Number.EPSILON&&(o?r=0:r=s),this.aClockwise===!0&&!o&&(r===s?r=-s:r=r-s);let a=this.aStartAngle+t*r,l=this.aX+this.xRadius*Math.cos(a),c=this.aY+this.yRadius*Math.sin(a);if(this.aRotation!==0){let h=Math.cos(this.aRotation),u=Math.sin(this.aRotation),d=l-this.aX,f=c-this.aY;l=d*h-f*u+this.aX,c=d*u+f*h+this.aY}return n.set(l,c)}copy(t){return super.copy(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}toJSON(){let t=super.toJSON();return t.aX=this.aX,t.aY=this.aY,t.xRadius=this.xRadius,t.yRadius=this.yRadius,t.aStartAngle=this.aStartAngle,t.aEndAngle=this.aEndAngle,t.aClockwise=this.aClockwise,t.aRotation=this.aRotation,t}fromJSON(t){return super.fromJSON(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}},yu=class extends Ho{constructor(t,e,n,s,r,o){super(t,e,n,n,s,r,o),this.isArcCurve=!0,this.type="ArcCurve"}};function qu(){let i=0,t=0,e=0,n=0;function s(r,o,a,l){i=r,t=a,e=-3*r+3*o-2*a-l,n=2*r-2*o+a+l}return{initCatmullRom:function(r,o,a,l,c){s(o,a,c*(a-r),c*(l-o))},initNonuniformCatmullRom:function(r,o,a,l,c,h,u){let d=(o-r)/c-(a-r)/(c+h)+(a-o)/h,f=(a-o)/h-(l-o)/(h+u)+(l-a)/u;d*=h,f*=h,s(o,a,d,f)},calc:function(r){let o=r*r,a=o*r;return i+t*r+e*o+n*a}}}var Va=new N,dh=new qu,fh=new qu,ph=new qu,Go=class extends Nn{constructor(t=[],e=!1,n="centripetal",s=.5){super(),this.isCatmullRomCurve3=!0,this.type="CatmullRomCurve3",this.points=t,this.closed=e,this.curveType=n,this.tension=s}getPoint(t,e=new N){let n=e,s=this.points,r=s.length,o=(r-(this.closed?0:1))*t,a=Math.floor(o),l=o-a;this.closed?a+=a>0?0:(Math.floor(Math.abs(a)/r)+1)*r:l===0&&a===r-1&&(a=r-2,l=1);let c,h;this.closed||a>0?c=s[(a-1)%r]:(Va.subVectors(s[0],s[1]).add(s[0]),c=Va);let u=s[a%r],d=s[(a+1)%r];if(this.closed||a+2<r?h=s[(a+2)%r]:(Va.subVectors(s[r-1],s[r-2]).add(s[r-1]),h=Va),this.curveType==="centripetal"||this.curveType==="chordal"){let f=this.curveType==="chordal"?.5:.25,g=Math.pow(c.distanceToSquared(u),f),v=Math.pow(u.distanceToSquared(d),f),m=Math.pow(d.distanceToSquared(h),f);v<1e-4&&(v=1),g<1e-4&&(g=v),m<1e-4&&(m=v),dh.initNonuniformCatmullRom(c.x,u.x,d.x,h.x,g,v,m),fh.initNonuniformCatmullRom(c.y,u.y,d.y,h.y,g,v,m),ph.initNonuniformCatmullRom(c.z,u.z,d.z,h.z,g,v,m)}else this.curveType==="catmullrom"&&(dh.initCatmullRom(c.x,u.x,d.x,h.x,this.tension),fh.initCatmullRom(c.y,u.y,d.y,h.y,this.tension),ph.initCatmullRom(c.z,u.z,d.z,h.z,this.tension));return n.set(dh.calc(l),fh.calc(l),ph.calc(l)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(s.clone())}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let s=this.points[e];t.points.push(s.toArray())}return t.closed=this.closed,t.curveType=this.curveType,t.tension=this.tension,t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(new N().fromArray(s))}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}};function pp(i,t,e,n,s){let r=(n-t)*.5,o=(s-e)*.5,a=i*i,l=i*a;return(2*e-2*n+r+o)*l+(-3*e+3*n-2*r-o)*a+r*i+e}function v1(i,t){let e=1-i;return e*e*t}function y1(i,t){return 2*(1-i)*i*t}function x1(i,t){return i*i*t}function Uo(i,t,e,n){return v1(i,t)+y1(i,e)+x1(i,n)}function _1(i,t){let e=1-i;return e*e*e*t}function b1(i,t){let e=1-i;return 3*e*e*i*t}function M1(i,t){return 3*(1-i)*i*i*t}function w1(i,t){return i*i*i*t}function No(i,t,e,n,s){return _1(i,t)+b1(i,e)+M1(i,n)+w1(i,s)}var ml=class extends Nn{constructor(t=new gt,e=new gt,n=new gt,s=new gt){super(),this.isCubicBezierCurve=!0,this.type="CubicBezierCurve",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new gt){let n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(No(t,s.x,r.x,o.x,a.x),No(t,s.y,r.y,o.y,a.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},xu=class extends Nn{constructor(t=new N,e=new N,n=new N,s=new N){super(),this.isCubicBezierCurve3=!0,this.type="CubicBezierCurve3",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new N){let n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(No(t,s.x,r.x,o.x,a.x),No(t,s.y,r.y,o.y,a.y),No(t,s.z,r.z,o.z,a.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},gl=class extends Nn{constructor(t=new gt,e=new gt){super(),this.isLineCurve=!0,this.type="LineCurve",this.v1=t,this.v2=e}getPoint(t,e=new gt){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new gt){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},_u=class extends Nn{constructor(t=new N,e=new N){super(),this.isLineCurve3=!0,this.type="LineCurve3",this.v1=t,this.v2=e}getPoint(t,e=new N){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new N){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},vl=class extends Nn{constructor(t=new gt,e=new gt,n=new gt){super(),this.isQuadraticBezierCurve=!0,this.type="QuadraticBezierCurve",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new gt){let n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(Uo(t,s.x,r.x,o.x),Uo(t,s.y,r.y,o.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},yl=class extends Nn{constructor(t=new N,e=new N,n=new N){super(),this.isQuadraticBezierCurve3=!0,this.type="QuadraticBezierCurve3",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new N){let n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(Uo(t,s.x,r.x,o.x),Uo(t,s.y,r.y,o.y),Uo(t,s.z,r.z,o.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},xl=class extends Nn{constructor(t=[]){super(),this.isSplineCurve=!0,this.type="SplineCurve",this.points=t}getPoint(t,e=new gt){let n=e,s=this.points,r=(s.length-1)*t,o=Math.floor(r),a=r-o,l=s[o===0?o:o-1],c=s[o],h=s[o>s.length-2?s.length-1:o+1],u=s[o>s.length-3?s.length-1:o+2];return n.set(pp(a,l.x,c.x,h.x,u.x),pp(a,l.y,c.y,h.y,u.y)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(s.clone())}return this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let s=this.points[e];t.points.push(s.toArray())}return t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(new gt().fromArray(s))}return this}},_l=Object.freeze({__proto__:null,ArcCurve:yu,CatmullRomCurve3:Go,CubicBezierCurve:ml,CubicBezierCurve3:xu,EllipseCurve:Ho,LineCurve:gl,LineCurve3:_u,QuadraticBezierCurve:vl,QuadraticBezierCurve3:yl,SplineCurve:xl}),bu=class extends Nn{constructor(){super(),this.type="CurvePath",this.curves=[],this.autoClose=!1}add(t){this.curves.push(t)}closePath(){let t=this.curves[0].getPoint(0),e=this.curves[this.curves.length-1].getPoint(1);if(!t.equals(e)){let n=t.isVector2===!0?"LineCurve":"LineCurve3";this.curves.push(new _l[n](e,t))}return this}getPoint(t,e){let n=t*this.getLength(),s=this.getCurveLengths(),r=0;for(;r<s.length;){if(s[r]>=n){let o=s[r]-n,a=this.curves[r],l=a.getLength(),c=l===0?0:1-o/l;return a.getPointAt(c,e)}r++}return null}getLength(){let t=this.getCurveLengths();return t[t.length-1]}updateArcLengths(){this.needsUpdate=!0,this.cacheLengths=null,this.getCurveLengths()}getCurveLengths(){if(this.cacheLengths&&this.cacheLengths.length===this.curves.length)return this.cacheLengths;let t=[],e=0;for(let n=0,s=this.curves.length;n<s;n++)e+=this.curves[n].getLength(),t.push(e);return this.cacheLengths=t,t}getSpacedPoints(t=40){let e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return this.autoClose&&e.push(e[0]),e}getPoints(t=12){let e=[],n;for(let s=0,r=this.curves;s<r.length;s++){let o=r[s],a=o.isEllipseCurve?t*2:o.isLineCurve||o.isLineCurve3?1:o.isSplineCurve?t*o.points.length:t,l=o.getPoints(a);for(let c=0;c<l.length;c++){let h=l[c];n&&n.equals(h)||(e.push(h),n=h)}}return this.autoClose&&e.length>1&&!e[e.length-1].equals(e[0])&&e.push(e[0]),e}copy(t){super.copy(t),this.curves=[];for(let e=0,n=t.curves.length;e<n;e++){let s=t.curves[e];this.curves.push(s.clone())}return this.autoClose=t.autoClose,this}toJSON(){let t=super.toJSON();t.autoClose=this.autoClose,t.curves=[];for(let e=0,n=this.curves.length;e<n;e++){let s=this.curves[e];t.curves.push(s.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.autoClose=t.autoClose,this.curves=[];for(let e=0,n=t.curves.length;e<n;e++){let s=t.curves[e];this.curves.push(new _l[s.type]().fromJSON(s))}return this}},Zs=class extends bu{constructor(t){super(),this.type="Path",this.currentPoint=new gt,t&&this.setFromPoints(t)}setFromPoints(t){this.moveTo(t[0].x,t[0].y);for(let e=1,n=t.length;e<n;e++)this.lineTo(t[e].x,t[e].y);return this}moveTo(t,e){return this.currentPoint.set(t,e),this}lineTo(t,e){let n=new gl(this.currentPoint.clone(),new gt(t,e));return this.curves.push(n),this.currentPoint.set(t,e),this}quadraticCurveTo(t,e,n,s){let r=new vl(this.currentPoint.clone(),new gt(t,e),new gt(n,s));return this.curves.push(r),this.currentPoint.set(n,s),this}bezierCurveTo(t,e,n,s,r,o){let a=new ml(this.currentPoint.clone(),new gt(t,e),new gt(n,s),new gt(r,o));return this.curves.push(a),this.currentPoint.set(r,o),this}splineThru(t){let e=[this.currentPoint.clone()].concat(t),n=new xl(e);return this.curves.push(n),this.currentPoint.copy(t[t.length-1]),this}arc(t,e,n,s,r,o){let a=this.currentPoint.x,l=this.currentPoint.y;return this.absarc(t+a,e+l,n,s,r,o),this}absarc(t,e,n,s,r,o){return this.absellipse(t,e,n,n,s,r,o),this}ellipse(t,e,n,s,r,o,a,l){let c=this.currentPoint.x,h=this.currentPoint.y;return this.absellipse(t+c,e+h,n,s,r,o,a,l),this}absellipse(t,e,n,s,r,o,a,l){let c=new Ho(t,e,n,s,r,o,a,l);if(this.curves.length>0){let u=c.getPoint(0);u.equals(this.currentPoint)||this.lineTo(u.x,u.y)}this.curves.push(c);let h=c.getPoint(1);return this.currentPoint.copy(h),this}copy(t){return super.copy(t),this.currentPoint.copy(t.currentPoint),this}toJSON(){let t=super.toJSON();return t.currentPoint=this.currentPoint.toArray(),t}fromJSON(t){return super.fromJSON(t),this.currentPoint.fromArray(t.currentPoint),this}};var Wo=class i extends Ge{constructor(t=1,e=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],u=[],d=[],f=[],g=0,v=[],m=n/2,p=0;b(),o===!1&&(t>0&&_(!0),e>0&&_(!1)),this.setIndex(h),this.setAttribute("position",new we(u,3)),this.setAttribute("normal",new we(d,3)),this.setAttribute("uv",new we(f,2));function b(){let y=new N,U=new N,A=0,I=(e-t)/n;for(let D=0;D<=r;D++){let E=[],M=D/r,C=M*(e-t)+t;for(let V=0;V<=s;V++){let O=V/s,H=O*l+a,q=Math.sin(H),W=Math.cos(H);U.x=C*q,U.y=-M*n+m,U.z=C*W,u.push(U.x,U.y,U.z),y.set(q,I,W).normalize(),d.push(y.x,y.y,y.z),f.push(O,1-M),E.push(g++)}v.push(E)}for(let D=0;D<s;D++)for(let E=0;E<r;E++){let M=v[E][D],C=v[E+1][D],V=v[E+1][D+1],O=v[E][D+1];(t>0||E!==0)&&(h.push(M,C,O),A+=3),(e>0||E!==r-1)&&(h.push(C,V,O),A+=3)}c.addGroup(p,A,0),p+=A}function _(y){let U=g,A=new gt,I=new N,D=0,E=y===!0?t:e,M=y===!0?1:-1;for(let V=1;V<=s;V++)u.push(0,m*M,0),d.push(0,M,0),f.push(.5,.5),g++;let C=g;for(let V=0;V<=s;V++){let H=V/s*l+a,q=Math.cos(H),W=Math.sin(H);I.x=E*W,I.y=m*M,I.z=E*q,u.push(I.x,I.y,I.z),d.push(0,M,0),A.x=q*.5+.5,A.y=W*.5*M+.5,f.push(A.x,A.y),g++}for(let V=0;V<s;V++){let O=U+V,H=C+V;y===!0?h.push(H,H+1,O):h.push(H+1,H,O),D+=3}c.addGroup(p,D,y===!0?1:2),p+=D}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},bl=class i extends Wo{constructor(t=1,e=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,t,e,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:t,height:e,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(t){return new i(t.radius,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},Mu=class i extends Ge{constructor(t=[],e=[],n=1,s=0){super(),this.type="PolyhedronGeometry",this.parameters={vertices:t,indices:e,radius:n,detail:s};let r=[],o=[];a(s),c(n),h(),this.setAttribute("position",new we(r,3)),this.setAttribute("normal",new we(r.slice(),3)),this.setAttribute("uv",new we(o,2)),s===0?this.computeVertexNormals():this.normalizeNormals();function a(b){let _=new N,y=new N,U=new N;for(let A=0;A<e.length;A+=3)f(e[A+0],_),f(e[A+1],y),f(e[A+2],U),l(_,y,U,b)}function l(b,_,y,U){let A=U+1,I=[];for(let D=0;D<=A;D++){I[D]=[];let E=b.clone().lerp(y,D/A),M=_.clone().lerp(y,D/A),C=A-D;for(let V=0;V<=C;V++)V===0&&D===A?I[D][V]=E:I[D][V]=E.clone().lerp(M,V/C)}for(let D=0;D<A;D++)for(let E=0;E<2*(A-D)-1;E++){let M=Math.floor(E/2);E%2===0?(d(I[D][M+1]),d(I[D+1][M]),d(I[D][M])):(d(I[D][M+1]),d(I[D+1][M+1]),d(I[D+1][M]))}}function c(b){let _=new N;for(let y=0;y<r.length;y+=3)_.x=r[y+0],_.y=r[y+1],_.z=r[y+2],_.normalize().multiplyScalar(b),r[y+0]=_.x,r[y+1]=_.y,r[y+2]=_.z}function h(){let b=new N;for(let _=0;_<r.length;_+=3){b.x=r[_+0],b.y=r[_+1],b.z=r[_+2];let y=m(b)/2/Math.PI+.5,U=p(b)/Math.PI+.5;o.push(y,1-U)}g(),u()}function u(){for(let b=0;b<o.length;b+=6){let _=o[b+0],y=o[b+2],U=o[b+4],A=Math.max(_,y,U),I=Math.min(_,y,U);A>.9&&I<.1&&(_<.2&&(o[b+0]+=1),y<.2&&(o[b+2]+=1),U<.2&&(o[b+4]+=1))}}function d(b){r.push(b.x,b.y,b.z)}function f(b,_){let y=b*3;_.x=t[y+0],_.y=t[y+1],_.z=t[y+2]}function g(){let b=new N,_=new N,y=new N,U=new N,A=new gt,I=new gt,D=new gt;for(let E=0,M=0;E<r.length;E+=9,M+=6){b.set(r[E+0],r[E+1],r[E+2]),_.set(r[E+3],r[E+4],r[E+5]),y.set(r[E+6],r[E+7],r[E+8]),A.set(o[M+0],o[M+1]),I.set(o[M+2],o[M+3]),D.set(o[M+4],o[M+5]),U.copy(b).add(_).add(y).divideScalar(3);let C=m(U);v(A,M+0,b,C),v(I,M+2,_,C),v(D,M+4,y,C)}}function v(b,_,y,U){U<0&&b.x===1&&(o[_]=b.x-1),y.x===0&&y.z===0&&(o[_]=U/2/Math.PI+.5)}function m(b){return Math.atan2(b.z,-b.x)}function p(b){return Math.atan2(-b.y,Math.sqrt(b.x*b.x+b.z*b.z))}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.vertices,t.indices,t.radius,t.details)}};var Ms=class extends Zs{constructor(t){super(t),this.uuid=er(),this.type="Shape",this.holes=[]}getPointsHoles(t){let e=[];for(let n=0,s=this.holes.length;n<s;n++)e[n]=this.holes[n].getPoints(t);return e}extractPoints(t){return{shape:this.getPoints(t),holes:this.getPointsHoles(t)}}copy(t){super.copy(t),this.holes=[];for(let e=0,n=t.holes.length;e<n;e++){let s=t.holes[e];this.holes.push(s.clone())}return this}toJSON(){let t=super.toJSON();t.uuid=this.uuid,t.holes=[];for(let e=0,n=this.holes.length;e<n;e++){let s=this.holes[e];t.holes.push(s.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.uuid=t.uuid,this.holes=[];for(let e=0,n=t.holes.length;e<n;e++){let s=t.holes[e];this.holes.push(new Zs().fromJSON(s))}return this}},S1={triangulate:function(i,t,e=2){let n=t&&t.length,s=n?t[0]*e:i.length,r=Hp(i,0,s,e,!0),o=[];if(!r||r.next===r.prev)return o;let a,l,c,h,u,d,f;if(n&&(r=R1(i,t,r,e)),i.length>80*e){a=c=i[0],l=h=i[1];for(let g=e;g<s;g+=e)u=i[g],d=i[g+1],u<a&&(a=u),d<l&&(l=d),u>c&&(c=u),d>h&&(h=d);f=Math.max(c-a,h-l),f=f!==0?32767/f:0}return Xo(r,o,e,a,l,f,0),o}};function Hp(i,t,e,n,s){let r,o;if(s===B1(i,t,e,n)>0)for(r=t;r<e;r+=n)o=mp(r,i[r],i[r+1],o);else for(r=e-n;r>=t;r-=n)o=mp(r,i[r],i[r+1],o);return o&&Ul(o,o.next)&&(Yo(o),o=o.next),o}function Js(i,t){if(!i)return i;t||(t=i);let e=i,n;do if(n=!1,!e.steiner&&(Ul(e,e.next)||He(e.prev,e,e.next)===0)){if(Yo(e),e=t=e.prev,e===e.next)break;n=!0}else e=e.next;while(n||e!==t);return t}function Xo(i,t,e,n,s,r,o){if(!i)return;!o&&r&&U1(i,n,s,r);let a=i,l,c;for(;i.prev!==i.next;){if(l=i.prev,c=i.next,r?A1(i,n,s,r):E1(i)){t.push(l.i/e|0),t.push(i.i/e|0),t.push(c.i/e|0),Yo(i),i=c.next,a=c.next;continue}if(i=c,i===a){o?o===1?(i=T1(Js(i),t,e),Xo(i,t,e,n,s,r,2)):o===2&&C1(i,t,e,n,s,r):Xo(Js(i),t,e,n,s,r,1);break}}}function E1(i){let t=i.prev,e=i,n=i.next;if(He(t,e,n)>=0)return!1;let s=t.x,r=e.x,o=n.x,a=t.y,l=e.y,c=n.y,h=s<r?s<o?s:o:r<o?r:o,u=a<l?a<c?a:c:l<c?l:c,d=s>r?s>o?s:o:r>o?r:o,f=a>l?a>c?a:c:l>c?l:c,g=n.next;for(;g!==t;){if(g.x>=h&&g.x<=d&&g.y>=u&&g.y<=f&&kr(s,a,r,l,o,c,g.x,g.y)&&He(g.prev,g,g.next)>=0)return!1;g=g.next}return!0}function A1(i,t,e,n){let s=i.prev,r=i,o=i.next;if(He(s,r,o)>=0)return!1;let a=s.x,l=r.x,c=o.x,h=s.y,u=r.y,d=o.y,f=a<l?a<c?a:c:l<c?l:c,g=h<u?h<d?h:d:u<d?u:d,v=a>l?a>c?a:c:l>c?l:c,m=h>u?h>d?h:d:u>d?u:d,p=wu(f,g,t,e,n),b=wu(v,m,t,e,n),_=i.prevZ,y=i.nextZ;for(;_&&_.z>=p&&y&&y.z<=b;){if(_.x>=f&&_.x<=v&&_.y>=g&&_.y<=m&&_!==s&&_!==o&&kr(a,h,l,u,c,d,_.x,_.y)&&He(_.prev,_,_.next)>=0||(_=_.prevZ,y.x>=f&&y.x<=v&&y.y>=g&&y.y<=m&&y!==s&&y!==o&&kr(a,h,l,u,c,d,y.x,y.y)&&He(y.prev,y,y.next)>=0))return!1;y=y.nextZ}for(;_&&_.z>=p;){if(_.x>=f&&_.x<=v&&_.y>=g&&_.y<=m&&_!==s&&_!==o&&kr(a,h,l,u,c,d,_.x,_.y)&&He(_.prev,_,_.next)>=0)return!1;_=_.prevZ}for(;y&&y.z<=b;){if(y.x>=f&&y.x<=v&&y.y>=g&&y.y<=m&&y!==s&&y!==o&&kr(a,h,l,u,c,d,y.x,y.y)&&He(y.prev,y,y.next)>=0)return!1;y=y.nextZ}return!0}function T1(i,t,e){let n=i;do{let s=n.prev,r=n.next.next;!Ul(s,r)&&Gp(s,n,n.next,r)&&qo(s,r)&&qo(r,s)&&(t.push(s.i/e|0),t.push(n.i/e|0),t.push(r.i/e|0),Yo(n),Yo(n.next),n=i=r),n=n.next}while(n!==i);return Js(n)}function C1(i,t,e,n,s,r){let o=i;do{let a=o.next.next;for(;a!==o.prev;){if(o.i!==a.i&&O1(o,a)){let l=Wp(o,a);o=Js(o,o.next),l=Js(l,l.next),Xo(o,t,e,n,s,r,0),Xo(l,t,e,n,s,r,0);return}a=a.next}o=o.next}while(o!==i)}function R1(i,t,e,n){let s=[],r,o,a,l,c;for(r=0,o=t.length;r<o;r++)a=t[r]*n,l=r<o-1?t[r+1]*n:i.length,c=Hp(i,a,l,n,!1),c===c.next&&(c.steiner=!0),s.push(F1(c));for(s.sort(P1),r=0;r<s.length;r++)e=I1(s[r],e);return e}function P1(i,t){return i.x-t.x}function I1(i,t){let e=L1(i,t);if(!e)return t;let n=Wp(e,i);return Js(n,n.next),Js(e,e.next)}function L1(i,t){let e=t,n=-1/0,s,r=i.x,o=i.y;do{if(o<=e.y&&o>=e.next.y&&e.next.y!==e.y){let d=e.x+(o-e.y)*(e.next.x-e.x)/(e.next.y-e.y);if(d<=r&&d>n&&(n=d,s=e.x<e.next.x?e:e.next,d===r))return s}e=e.next}while(e!==t);if(!s)return null;let a=s,l=s.x,c=s.y,h=1/0,u;e=s;do r>=e.x&&e.x>=l&&r!==e.x&&kr(o<c?r:n,o,l,c,o<c?n:r,o,e.x,e.y)&&(u=Math.abs(o-e.y)/(r-e.x),qo(e,i)&&(u<h||u===h&&(e.x>s.x||e.x===s.x&&D1(s,e)))&&(s=e,h=u)),e=e.next;while(e!==a);return s}function D1(i,t){return He(i.prev,i,t.prev)<0&&He(t.next,i,i.next)<0}function U1(i,t,e,n){let s=i;do s.z===0&&(s.z=wu(s.x,s.y,t,e,n)),s.prevZ=s.prev,s.nextZ=s.next,s=s.next;while(s!==i);s.prevZ.nextZ=null,s.prevZ=null,N1(s)}function N1(i){let t,e,n,s,r,o,a,l,c=1;do{for(e=i,i=null,r=null,o=0;e;){for(o++,n=e,a=0,t=0;t<c&&(a++,n=n.nextZ,!!n);t++);for(l=c;a>0||l>0&&n;)a!==0&&(l===0||!n||e.z<=n.z)?(s=e,e=e.nextZ,a--):(s=n,n=n.nextZ,l--),r?r.nextZ=s:i=s,s.prevZ=r,r=s;e=n}r.nextZ=null,c*=2}while(o>1);return i}function wu(i,t,e,n,s){return i=(i-e)*s|0,t=(t-n)*s|0,i=(i|i<<8)&16711935,i=(i|i<<4)&252645135,i=(i|i<<2)&858993459,i=(i|i<<1)&1431655765,t=(t|t<<8)&16711935,t=(t|t<<4)&252645135,t=(t|t<<2)&858993459,t=(t|t<<1)&1431655765,i|t<<1}function F1(i){let t=i,e=i;do(t.x<e.x||t.x===e.x&&t.y<e.y)&&(e=t),t=t.next;while(t!==i);return e}function kr(i,t,e,n,s,r,o,a){return(s-o)*(t-a)>=(i-o)*(r-a)&&(i-o)*(n-a)>=(e-o)*(t-a)&&(e-o)*(r-a)>=(s-o)*(n-a)}function O1(i,t){return i.next.i!==t.i&&i.prev.i!==t.i&&!k1(i,t)&&(qo(i,t)&&qo(t,i)&&z1(i,t)&&(He(i.prev,i,t.prev)||He(i,t.prev,t))||Ul(i,t)&&He(i.prev,i,i.next)>0&&He(t.prev,t,t.next)>0)}function He(i,t,e){return(t.y-i.y)*(e.x-t.x)-(t.x-i.x)*(e.y-t.y)}function Ul(i,t){return i.x===t.x&&i.y===t.y}function Gp(i,t,e,n){let s=Ga(He(i,t,e)),r=Ga(He(i,t,n)),o=Ga(He(e,n,i)),a=Ga(He(e,n,t));return!!(s!==r&&o!==a||s===0&&Ha(i,e,t)||r===0&&Ha(i,n,t)||o===0&&Ha(e,i,n)||a===0&&Ha(e,t,n))}function Ha(i,t,e){return t.x<=Math.max(i.x,e.x)&&t.x>=Math.min(i.x,e.x)&&t.y<=Math.max(i.y,e.y)&&t.y>=Math.min(i.y,e.y)}function Ga(i){return i>0?1:i<0?-1:0}function k1(i,t){let e=i;do{if(e.i!==i.i&&e.next.i!==i.i&&e.i!==t.i&&e.next.i!==t.i&&Gp(e,e.next,i,t))return!0;e=e.next}while(e!==i);return!1}function qo(i,t){return He(i.prev,i,i.next)<0?He(i,t,i.next)>=0&&He(i,i.prev,t)>=0:He(i,t,i.prev)<0||He(i,i.next,t)<0}function z1(i,t){let e=i,n=!1,s=(i.x+t.x)/2,r=(i.y+t.y)/2;do e.y>r!=e.next.y>r&&e.next.y!==e.y&&s<(e.next.x-e.x)*(r-e.y)/(e.next.y-e.y)+e.x&&(n=!n),e=e.next;while(e!==i);return n}function Wp(i,t){let e=new Su(i.i,i.x,i.y),n=new Su(t.i,t.x,t.y),s=i.next,r=t.prev;return i.next=t,t.prev=i,e.next=s,s.prev=e,n.next=e,e.prev=n,r.next=n,n.prev=r,n}function mp(i,t,e,n){let s=new Su(i,t,e);return n?(s.next=n.next,s.prev=n,n.next.prev=s,n.next=s):(s.prev=s,s.next=s),s}function Yo(i){i.next.prev=i.prev,i.prev.next=i.next,i.prevZ&&(i.prevZ.nextZ=i.nextZ),i.nextZ&&(i.nextZ.prevZ=i.prevZ)}function Su(i,t,e){this.i=i,this.x=t,this.y=e,this.prev=null,this.next=null,this.z=0,this.prevZ=null,this.nextZ=null,this.steiner=!1}function B1(i,t,e,n){let s=0;for(let r=t,o=e-n;r<e;r+=n)s+=(i[o]-i[r])*(i[r+1]+i[o+1]),o=r;return s}var Fo=class i{static area(t){let e=t.length,n=0;for(let s=e-1,r=0;r<e;s=r++)n+=t[s].x*t[r].y-t[r].x*t[s].y;return n*.5}static isClockWise(t){return i.area(t)<0}static triangulateShape(t,e){let n=[],s=[],r=[];gp(t),vp(n,t);let o=t.length;e.forEach(gp);for(let l=0;l<e.length;l++)s.push(o),o+=e[l].length,vp(n,e[l]);let a=S1.triangulate(n,s);for(let l=0;l<a.length;l+=3)r.push(a.slice(l,l+3));return r}};function gp(i){let t=i.length;t>2&&i[t-1].equals(i[0])&&i.pop()}function vp(i,t){for(let e=0;e<t.length;e++)i.push(t[e].x),i.push(t[e].y)}var Ml=class i extends Ge{constructor(t=new Ms([new gt(.5,.5),new gt(-.5,.5),new gt(-.5,-.5),new gt(.5,-.5)]),e={}){super(),this.type="ExtrudeGeometry",this.parameters={shapes:t,options:e},t=Array.isArray(t)?t:[t];let n=this,s=[],r=[];for(let a=0,l=t.length;a<l;a++){let c=t[a];o(c)}this.setAttribute("position",new we(s,3)),this.setAttribute("uv",new we(r,2)),this.computeVertexNormals();function o(a){let l=[],c=e.curveSegments!==void 0?e.curveSegments:12,h=e.steps!==void 0?e.steps:1,u=e.depth!==void 0?e.depth:1,d=e.bevelEnabled!==void 0?e.bevelEnabled:!0,f=e.bevelThickness!==void 0?e.bevelThickness:.2,g=e.bevelSize!==void 0?e.bevelSize:f-.1,v=e.bevelOffset!==void 0?e.bevelOffset:0,m=e.bevelSegments!==void 0?e.bevelSegments:3,p=e.extrudePath,b=e.UVGenerator!==void 0?e.UVGenerator:V1,_,y=!1,U,A,I,D;p&&(_=p.getSpacedPoints(h),y=!0,d=!1,U=p.computeFrenetFrames(h,!1),A=new N,I=new N,D=new N),d||(m=0,f=0,g=0,v=0);let E=a.extractPoints(c),M=E.shape,C=E.holes;if(!Fo.isClockWise(M)){M=M.reverse();for(let st=0,ut=C.length;st<ut;st++){let F=C[st];Fo.isClockWise(F)&&(C[st]=F.reverse())}}let O=Fo.triangulateShape(M,C),H=M;for(let st=0,ut=C.length;st<ut;st++){let F=C[st];M=M.concat(F)}function q(st,ut,F){return ut||console.error("THREE.ExtrudeGeometry: vec does not exist"),st.clone().addScaledVector(ut,F)}let W=M.length,j=O.length;function Q(st,ut,F){let Bt,dt,Ft,Mt=st.x-ut.x,Zt=st.y-ut.y,wt=F.x-st.x,R=F.y-st.y,S=Mt*Mt+Zt*Zt,Y=Mt*R-Zt*wt;if(Math.abs(Y)>Number.EPSILON){let K=Math.sqrt(S),X=Math.sqrt(wt*wt+R*R),et=ut.x-Zt/K,Et=ut.y+Mt/K,St=F.x-R/X,It=F.y+wt/X,ee=((St-et)*R-(It-Et)*wt)/(Mt*R-Zt*wt);Bt=et+Mt*ee-st.x,dt=Et+Zt*ee-st.y;let pt=Bt*Bt+dt*dt;if(pt<=2)return new gt(Bt,dt);Ft=Math.sqrt(pt/2)}else{let K=!1;Mt>Number.EPSILON?wt>Number.EPSILON&&(K=!0):Mt<-Number.EPSILON?wt<-Number.EPSILON&&(K=!0):Math.sign(Zt)===Math.sign(R)&&(K=!0),K?(Bt=-Zt,dt=Mt,Ft=Math.sqrt(S)):(Bt=Mt,dt=Zt,Ft=Math.sqrt(S/2))}return new gt(Bt/Ft,dt/Ft)}let at=[];for(let st=0,ut=H.length,F=ut-1,Bt=st+1;st<ut;st++,F++,Bt++)F===ut&&(F=0),Bt===ut&&(Bt=0),at[st]=Q(H[st],H[F],H[Bt]);let ht=[],yt,bt=at.concat();for(let st=0,ut=C.length;st<ut;st++){let F=C[st];yt=[];for(let Bt=0,dt=F.length,Ft=dt-1,Mt=Bt+1;Bt<dt;Bt++,Ft++,Mt++)Ft===dt&&(Ft=0),Mt===dt&&(Mt=0),yt[Bt]=Q(F[Bt],F[Ft],F[Mt]);ht.push(yt),bt=bt.concat(yt)}for(let st=0;st<m;st++){let ut=st/m,F=f*Math.cos(ut*Math.PI/2),Bt=g*Math.sin(ut*Math.PI/2)+v;for(let dt=0,Ft=H.length;dt<Ft;dt++){let Mt=q(H[dt],at[dt],Bt);ot(Mt.x,Mt.y,-F)}for(let dt=0,Ft=C.length;dt<Ft;dt++){let Mt=C[dt];yt=ht[dt];for(let Zt=0,wt=Mt.length;Zt<wt;Zt++){let R=q(Mt[Zt],yt[Zt],Bt);ot(R.x,R.y,-F)}}}let vt=g+v;for(let st=0;st<W;st++){let ut=d?q(M[st],bt[st],vt):M[st];y?(I.copy(U.normals[0]).multiplyScalar(ut.x),A.copy(U.binormals[0]).multiplyScalar(ut.y),D.copy(_[0]).add(I).add(A),ot(D.x,D.y,D.z)):ot(ut.x,ut.y,0)}for(let st=1;st<=h;st++)for(let ut=0;ut<W;ut++){let F=d?q(M[ut],bt[ut],vt):M[ut];y?(I.copy(U.normals[st]).multiplyScalar(F.x),A.copy(U.binormals[st]).multiplyScalar(F.y),D.copy(_[st]).add(I).add(A),ot(D.x,D.y,D.z)):ot(F.x,F.y,u/h*st)}for(let st=m-1;st>=0;st--){let ut=st/m,F=f*Math.cos(ut*Math.PI/2),Bt=g*Math.sin(ut*Math.PI/2)+v;for(let dt=0,Ft=H.length;dt<Ft;dt++){let Mt=q(H[dt],at[dt],Bt);ot(Mt.x,Mt.y,u+F)}for(let dt=0,Ft=C.length;dt<Ft;dt++){let Mt=C[dt];yt=ht[dt];for(let Zt=0,wt=Mt.length;Zt<wt;Zt++){let R=q(Mt[Zt],yt[Zt],Bt);y?ot(R.x,R.y+_[h-1].y,_[h-1].x+F):ot(R.x,R.y,u+F)}}}it(),ct();function it(){let st=s.length/3;if(d){let ut=0,F=W*ut;for(let Bt=0;Bt<j;Bt++){let dt=O[Bt];kt(dt[2]+F,dt[1]+F,dt[0]+F)}ut=h+m*2,F=W*ut;for(let Bt=0;Bt<j;Bt++){let dt=O[Bt];kt(dt[0]+F,dt[1]+F,dt[2]+F)}}else{for(let ut=0;ut<j;ut++){let F=O[ut];kt(F[2],F[1],F[0])}for(let ut=0;ut<j;ut++){let F=O[ut];kt(F[0]+W*h,F[1]+W*h,F[2]+W*h)}}n.addGroup(st,s.length/3-st,0)}function ct(){let st=s.length/3,ut=0;xt(H,ut),ut+=H.length;for(let F=0,Bt=C.length;F<Bt;F++){let dt=C[F];xt(dt,ut),ut+=dt.length}n.addGroup(st,s.length/3-st,1)}function xt(st,ut){let F=st.length;for(;--F>=0;){let Bt=F,dt=F-1;dt<0&&(dt=st.length-1);for(let Ft=0,Mt=h+m*2;Ft<Mt;Ft++){let Zt=W*Ft,wt=W*(Ft+1),R=ut+Bt+Zt,S=ut+dt+Zt,Y=ut+dt+wt,K=ut+Bt+wt;Gt(R,S,Y,K)}}}function ot(st,ut,F){l.push(st),l.push(ut),l.push(F)}function kt(st,ut,F){Lt(st),Lt(ut),Lt(F);let Bt=s.length/3,dt=b.generateTopUV(n,s,Bt-3,Bt-2,Bt-1);te(dt[0]),te(dt[1]),te(dt[2])}function Gt(st,ut,F,Bt){Lt(st),Lt(ut),Lt(Bt),Lt(ut),Lt(F),Lt(Bt);let dt=s.length/3,Ft=b.generateSideWallUV(n,s,dt-6,dt-3,dt-2,dt-1);te(Ft[0]),te(Ft[1]),te(Ft[3]),te(Ft[1]),te(Ft[2]),te(Ft[3])}function Lt(st){s.push(l[st*3+0]),s.push(l[st*3+1]),s.push(l[st*3+2])}function te(st){r.push(st.x),r.push(st.y)}}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON(),e=this.parameters.shapes,n=this.parameters.options;return H1(e,n,t)}static fromJSON(t,e){let n=[];for(let r=0,o=t.shapes.length;r<o;r++){let a=e[t.shapes[r]];n.push(a)}let s=t.options.extrudePath;return s!==void 0&&(t.options.extrudePath=new _l[s.type]().fromJSON(s)),new i(n,t.options)}},V1={generateTopUV:function(i,t,e,n,s){let r=t[e*3],o=t[e*3+1],a=t[n*3],l=t[n*3+1],c=t[s*3],h=t[s*3+1];return[new gt(r,o),new gt(a,l),new gt(c,h)]},generateSideWallUV:function(i,t,e,n,s,r){let o=t[e*3],a=t[e*3+1],l=t[e*3+2],c=t[n*3],h=t[n*3+1],u=t[n*3+2],d=t[s*3],f=t[s*3+1],g=t[s*3+2],v=t[r*3],m=t[r*3+1],p=t[r*3+2];return Math.abs(a-h)<Math.abs(o-c)?[new gt(o,1-l),new gt(c,1-u),new gt(d,1-g),new gt(v,1-p)]:[new gt(a,1-l),new gt(h,1-u),new gt(f,1-g),new gt(m,1-p)]}};function H1(i,t,e){if(e.shapes=[],Array.isArray(i))for(let n=0,s=i.length;n<s;n++){let r=i[n];e.shapes.push(r.uuid)}else e.shapes.push(i.uuid);return e.options=Object.assign({},t),t.extrudePath!==void 0&&(e.options.extrudePath=t.extrudePath.toJSON()),e}var wl=class i extends Mu{constructor(t=1,e=0){let n=[1,0,0,-1,0,0,0,1,0,0,-1,0,0,0,1,0,0,-1],s=[0,2,4,0,4,3,0,3,5,0,5,2,1,2,5,1,5,3,1,3,4,1,4,2];super(n,s,t,e),this.type="OctahedronGeometry",this.parameters={radius:t,detail:e}}static fromJSON(t){return new i(t.radius,t.detail)}};var Sl=class i extends Ge{constructor(t=1,e=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},e=Math.max(3,Math.floor(e)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new N,d=new N,f=[],g=[],v=[],m=[];for(let p=0;p<=n;p++){let b=[],_=p/n,y=0;p===0&&o===0?y=.5/e:p===n&&l===Math.PI&&(y=-.5/e);for(let U=0;U<=e;U++){let A=U/e;u.x=-t*Math.cos(s+A*r)*Math.sin(o+_*a),u.y=t*Math.cos(o+_*a),u.z=t*Math.sin(s+A*r)*Math.sin(o+_*a),g.push(u.x,u.y,u.z),d.copy(u).normalize(),v.push(d.x,d.y,d.z),m.push(A+y,1-_),b.push(c++)}h.push(b)}for(let p=0;p<n;p++)for(let b=0;b<e;b++){let _=h[p][b+1],y=h[p][b],U=h[p+1][b],A=h[p+1][b+1];(p!==0||o>0)&&f.push(_,y,A),(p!==n-1||l<Math.PI)&&f.push(y,U,A)}this.setIndex(f),this.setAttribute("position",new we(g,3)),this.setAttribute("normal",new we(v,3)),this.setAttribute("uv",new we(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}};var El=class i extends Ge{constructor(t=1,e=.4,n=12,s=48,r=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:t,tube:e,radialSegments:n,tubularSegments:s,arc:r},n=Math.floor(n),s=Math.floor(s);let o=[],a=[],l=[],c=[],h=new N,u=new N,d=new N;for(let f=0;f<=n;f++)for(let g=0;g<=s;g++){let v=g/s*r,m=f/n*Math.PI*2;u.x=(t+e*Math.cos(m))*Math.cos(v),u.y=(t+e*Math.cos(m))*Math.sin(v),u.z=e*Math.sin(m),a.push(u.x,u.y,u.z),h.x=t*Math.cos(v),h.y=t*Math.sin(v),d.subVectors(u,h).normalize(),l.push(d.x,d.y,d.z),c.push(g/s),c.push(f/n)}for(let f=1;f<=n;f++)for(let g=1;g<=s;g++){let v=(s+1)*f+g-1,m=(s+1)*(f-1)+g-1,p=(s+1)*(f-1)+g,b=(s+1)*f+g;o.push(v,m,b),o.push(m,p,b)}this.setIndex(o),this.setAttribute("position",new we(a,3)),this.setAttribute("normal",new we(l,3)),this.setAttribute("uv",new we(c,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.tube,t.radialSegments,t.tubularSegments,t.arc)}};var Al=class i extends Ge{constructor(t=new yl(new N(-1,-1,0),new N(-1,1,0),new N(1,1,0)),e=64,n=1,s=8,r=!1){super(),this.type="TubeGeometry",this.parameters={path:t,tubularSegments:e,radius:n,radialSegments:s,closed:r};let o=t.computeFrenetFrames(e,r);this.tangents=o.tangents,this.normals=o.normals,this.binormals=o.binormals;let a=new N,l=new N,c=new gt,h=new N,u=[],d=[],f=[],g=[];v(),this.setIndex(g),this.setAttribute("position",new we(u,3)),this.setAttribute("normal",new we(d,3)),this.setAttribute("uv",new we(f,2));function v(){for(let _=0;_<e;_++)m(_);m(r===!1?e:0),b(),p()}function m(_){h=t.getPointAt(_/e,h);let y=o.normals[_],U=o.binormals[_];for(let A=0;A<=s;A++){let I=A/s*Math.PI*2,D=Math.sin(I),E=-Math.cos(I);l.x=E*y.x+D*U.x,l.y=E*y.y+D*U.y,l.z=E*y.z+D*U.z,l.normalize(),d.push(l.x,l.y,l.z),a.x=h.x+n*l.x,a.y=h.y+n*l.y,a.z=h.z+n*l.z,u.push(a.x,a.y,a.z)}}function p(){for(let _=1;_<=e;_++)for(let y=1;y<=s;y++){let U=(s+1)*(_-1)+(y-1),A=(s+1)*_+(y-1),I=(s+1)*_+y,D=(s+1)*(_-1)+y;g.push(U,A,D),g.push(A,I,D)}}function b(){for(let _=0;_<=e;_++)for(let y=0;y<=s;y++)c.x=_/e,c.y=y/s,f.push(c.x,c.y)}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON();return t.path=this.parameters.path.toJSON(),t}static fromJSON(t){return new i(new _l[t.path.type]().fromJSON(t.path),t.tubularSegments,t.radius,t.radialSegments,t.closed)}};function Wa(i,t,e){return!i||!e&&i.constructor===t?i:typeof t.BYTES_PER_ELEMENT=="number"?new t(i):Array.prototype.slice.call(i)}function G1(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}var Kr=class{constructor(t,e,n,s){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new e.constructor(n),this.sampleValues=e,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,n=this._cachedIndex,s=e[n],r=e[n-1];n:{t:{let o;e:{i:if(!(t<s)){for(let a=n+2;;){if(s===void 0){if(t<r)break i;return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=e[++n],t<s)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=e[--n-1],t>=r)break t}o=n,n=0;break e}break n}for(;n<o;){let a=n+o>>>1;t<e[a]?o=a:n=a+1}if(s=e[n],r=e[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,t,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=t*s;for(let o=0;o!==s;++o)e[o]=n[r+o];return e}interpolate_(){throw new Error("call to abstract method")}intervalChanged_(){}},Eu=class extends Kr{constructor(t,e,n,s){super(t,e,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:uf,endingEnd:uf}}intervalChanged_(t,e,n){let s=this.parameterPositions,r=t-2,o=t+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case df:r=t,a=2*e-n;break;case ff:r=s.length-2,a=e+s[r]-s[r+1];break;default:r=t,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case df:o=t,l=2*n-e;break;case ff:o=1,l=n+s[1]-s[0];break;default:o=t-1,l=e}let c=(n-e)*.5,h=this.valueSize;this._weightPrev=c/(e-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,g=(n-e)/(s-e),v=g*g,m=v*g,p=-d*m+2*d*v-d*g,b=(1+d)*m+(-1.5-2*d)*v+(-.5+d)*g+1,_=(-1-f)*m+(1.5+f)*v+.5*g,y=f*m-f*v;for(let U=0;U!==a;++U)r[U]=p*o[h+U]+b*o[c+U]+_*o[l+U]+y*o[u+U];return r}},Au=class extends Kr{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=(n-e)/(s-e),u=1-h;for(let d=0;d!==a;++d)r[d]=o[c+d]*u+o[l+d]*h;return r}},Tu=class extends Kr{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t){return this.copySampleValue_(t-1)}},_i=class{constructor(t,e,n,s){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=Wa(e,this.TimeBufferType),this.values=Wa(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,n;if(e.toJSON!==this.toJSON)n=e.toJSON(t);else{n={name:t.name,times:Wa(t.times,Array),values:Wa(t.values,Array)};let s=t.getInterpolation();s!==t.DefaultInterpolation&&(n.interpolation=s)}return n.type=t.ValueTypeName,n}InterpolantFactoryMethodDiscrete(t){return new Tu(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new Au(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new Eu(this.times,this.values,this.getValueSize(),t)}setInterpolation(t){let e;switch(t){case Ja:e=this.InterpolantFactoryMethodDiscrete;break;case tu:e=this.InterpolantFactoryMethodLinear;break;case kc:e=this.InterpolantFactoryMethodSmooth;break}if(e===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return console.warn("THREE.KeyframeTrack:",n),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Ja;case this.InterpolantFactoryMethodLinear:return tu;case this.InterpolantFactoryMethodSmooth:return kc}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]+=t}return this}scale(t){if(t!==1){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]*=t}return this}trim(t,e){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<t;)++r;for(;o!==-1&&n[o]>e;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(console.error("THREE.KeyframeTrack: Invalid value size in track.",this),t=!1);let n=this.times,s=this.values,r=n.length;r===0&&(console.error("THREE.KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){console.error("THREE.KeyframeTrack: Time is not a valid number.",this,a,l),t=!1;break}if(o!==null&&o>l){console.error("THREE.KeyframeTrack: Out of order keys.",this,a,l,o),t=!1;break}o=l}if(s!==void 0&&G1(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){console.error("THREE.KeyframeTrack: Value is not a valid number.",this,a,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===kc,r=t.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=t[a],h=t[a+1];if(c!==h&&(a!==1||c!==t[0]))if(s)l=!0;else{let u=a*n,d=u-n,f=u+n;for(let g=0;g!==n;++g){let v=e[u+g];if(v!==e[d+g]||v!==e[f+g]){l=!0;break}}}if(l){if(a!==o){t[o]=t[a];let u=a*n,d=o*n;for(let f=0;f!==n;++f)e[d+f]=e[u+f]}++o}}if(r>0){t[o]=t[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)e[l+c]=e[a+c];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*n)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),n=this.constructor,s=new n(this.name,t,e);return s.createInterpolant=this.createInterpolant,s}};_i.prototype.TimeBufferType=Float32Array;_i.prototype.ValueBufferType=Float32Array;_i.prototype.DefaultInterpolation=tu;var Ks=class extends _i{constructor(t,e,n){super(t,e,n)}};Ks.prototype.ValueTypeName="bool";Ks.prototype.ValueBufferType=Array;Ks.prototype.DefaultInterpolation=Ja;Ks.prototype.InterpolantFactoryMethodLinear=void 0;Ks.prototype.InterpolantFactoryMethodSmooth=void 0;var Cu=class extends _i{};Cu.prototype.ValueTypeName="color";var Ru=class extends _i{};Ru.prototype.ValueTypeName="number";var Pu=class extends Kr{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-e)/(s-e),c=t*a;for(let h=c+a;c!==h;c+=4)Un.slerpFlat(r,0,o,c-a,o,c,l);return r}},Tl=class extends _i{InterpolantFactoryMethodLinear(t){return new Pu(this.times,this.values,this.getValueSize(),t)}};Tl.prototype.ValueTypeName="quaternion";Tl.prototype.InterpolantFactoryMethodSmooth=void 0;var js=class extends _i{constructor(t,e,n){super(t,e,n)}};js.prototype.ValueTypeName="string";js.prototype.ValueBufferType=Array;js.prototype.DefaultInterpolation=Ja;js.prototype.InterpolantFactoryMethodLinear=void 0;js.prototype.InterpolantFactoryMethodSmooth=void 0;var Iu=class extends _i{};Iu.prototype.ValueTypeName="vector";var Lu=class{constructor(t,e,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=n,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,d=c.length;u<d;u+=2){let f=c[u],g=c[u+1];if(f.global&&(f.lastIndex=0),f.test(h))return g}return null}}},W1=new Lu,Du=class{constructor(t){this.manager=t!==void 0?t:W1,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={}}load(){}loadAsync(t,e){let n=this;return new Promise(function(s,r){n.load(t,s,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}};Du.DEFAULT_MATERIAL_NAME="__DEFAULT";var Yu="\\[\\]\\.:\\/",X1=new RegExp("["+Yu+"]","g"),$u="[^"+Yu+"]",q1="[^"+Yu.replace("\\.","")+"]",Y1=/((?:WC+[\/:])*)/.source.replace("WC",$u),$1=/(WCOD+)?/.source.replace("WCOD",q1),Z1=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",$u),J1=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",$u),K1=new RegExp("^"+Y1+$1+Z1+J1+"$"),j1=["material","materials","bones","map"],Uu=class{constructor(t,e,n){let s=n||Be.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,s)}getValue(t,e){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(t,e)}setValue(t,e){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].unbind()}},Be=class i{constructor(t,e,n){this.path=e,this.parsedPath=n||i.parseTrackName(e),this.node=i.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,n){return t&&t.isAnimationObjectGroup?new i.Composite(t,e,n):new i(t,e,n)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(X1,"")}static parseTrackName(t){let e=K1.exec(t);if(e===null)throw new Error("PropertyBinding: Cannot parse trackName: "+t);let n={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);j1.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("PropertyBinding: can not parse propertyName from trackName: "+t);return n}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let n=t.skeleton.getBoneByName(e);if(n!==void 0)return n}if(t.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let l=n(a.children);if(l)return l}return null},s=n(t.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)t[e++]=n[s]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,n=e.objectName,s=e.propertyName,r=e.propertyIndex;if(t||(t=i.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){console.warn("THREE.PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=e.objectIndex;switch(n){case"materials":if(!t.material){console.error("THREE.PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){console.error("THREE.PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){console.error("THREE.PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let h=0;h<t.length;h++)if(t[h].name===c){c=h;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){console.error("THREE.PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){console.error("THREE.PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[n]===void 0){console.error("THREE.PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[n]}if(c!==void 0){if(t[c]===void 0){console.error("THREE.PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let o=t[s];if(o===void 0){let c=e.nodeName;console.error("THREE.PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.needsUpdate!==void 0?a=this.Versioning.NeedsUpdate:t.matrixWorldNeedsUpdate!==void 0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!t.geometry){console.error("THREE.PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){console.error("THREE.PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};Be.Composite=Uu;Be.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};Be.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};Be.prototype.GetterByBindingType=[Be.prototype._getValue_direct,Be.prototype._getValue_array,Be.prototype._getValue_arrayElement,Be.prototype._getValue_toArray];Be.prototype.SetterByBindingTypeAndVersioning=[[Be.prototype._setValue_direct,Be.prototype._setValue_direct_setNeedsUpdate,Be.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[Be.prototype._setValue_array,Be.prototype._setValue_array_setNeedsUpdate,Be.prototype._setValue_array_setMatrixWorldNeedsUpdate],[Be.prototype._setValue_arrayElement,Be.prototype._setValue_arrayElement_setNeedsUpdate,Be.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[Be.prototype._setValue_fromArray,Be.prototype._setValue_fromArray_setNeedsUpdate,Be.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var xE=new Float32Array(1);var yp=new Qt,Cl=class{constructor(t,e,n=0,s=1/0){this.ray=new Xs(t,e),this.near=n,this.far=s,this.camera=null,this.layers=new zo,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(t,e){this.ray.set(t,e)}setFromCamera(t,e){e.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(t.x,t.y,.5).unproject(e).sub(this.ray.origin).normalize(),this.camera=e):e.isOrthographicCamera?(this.ray.origin.set(t.x,t.y,(e.near+e.far)/(e.near-e.far)).unproject(e),this.ray.direction.set(0,0,-1).transformDirection(e.matrixWorld),this.camera=e):console.error("THREE.Raycaster: Unsupported camera type: "+e.type)}setFromXRController(t){return yp.identity().extractRotation(t.matrixWorld),this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(yp),this}intersectObject(t,e=!0,n=[]){return Nu(t,this,n,e),n.sort(xp),n}intersectObjects(t,e=!0,n=[]){for(let s=0,r=t.length;s<r;s++)Nu(t[s],this,n,e);return n.sort(xp),n}};function xp(i,t){return i.distance-t.distance}function Nu(i,t,e,n){let s=!0;if(i.layers.test(t.layers)&&i.raycast(t,e)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)Nu(r[o],t,e,!0)}}var $o=class{constructor(t=1,e=0,n=0){return this.radius=t,this.phi=e,this.theta=n,this}set(t,e,n){return this.radius=t,this.phi=e,this.theta=n,this}copy(t){return this.radius=t.radius,this.phi=t.phi,this.theta=t.theta,this}makeSafe(){return this.phi=Math.max(1e-6,Math.min(Math.PI-1e-6,this.phi)),this}setFromVector3(t){return this.setFromCartesianCoords(t.x,t.y,t.z)}setFromCartesianCoords(t,e,n){return this.radius=Math.sqrt(t*t+e*e+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(t,n),this.phi=Math.acos(pn(e/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var Rl=class extends vu{constructor(t=10,e=10,n=4473924,s=8947848){n=new se(n),s=new se(s);let r=e/2,o=t/e,a=t/2,l=[],c=[];for(let d=0,f=0,g=-a;d<=e;d++,g+=o){l.push(-a,0,g,a,0,g),l.push(g,0,-a,g,0,a);let v=d===r?n:s;v.toArray(c,f),f+=3,v.toArray(c,f),f+=3,v.toArray(c,f),f+=3,v.toArray(c,f),f+=3}let h=new Ge;h.setAttribute("position",new we(l,3)),h.setAttribute("color",new we(c,3));let u=new $s({vertexColors:!0,toneMapped:!1});super(h,u),this.type="GridHelper"}dispose(){this.geometry.dispose(),this.material.dispose()}};var Pl=class extends es{constructor(t,e=null){super(),this.object=t,this.domElement=e,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(){}disconnect(){}dispose(){}update(){}};typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:Fu}}));typeof window<"u"&&(window.__THREE__?console.warn("WARNING: Multiple instances of Three.js being imported."):window.__THREE__=Fu);var ai=Uint8Array,to=Uint16Array,Q1=Int32Array,Xp=new ai([0,0,0,0,0,0,0,0,1,1,1,1,2,2,2,2,3,3,3,3,4,4,4,4,5,5,5,5,0,0,0,0]),qp=new ai([0,0,0,0,1,1,2,2,3,3,4,4,5,5,6,6,7,7,8,8,9,9,10,10,11,11,12,12,13,13,0,0]),tM=new ai([16,17,18,0,8,7,9,6,10,5,11,4,12,3,13,2,14,1,15]),Yp=function(i,t){for(var e=new to(31),n=0;n<31;++n)e[n]=t+=1<<i[n-1];for(var s=new Q1(e[30]),n=1;n<30;++n)for(var r=e[n];r<e[n+1];++r)s[r]=r-e[n]<<5|n;return{b:e,r:s}},$p=Yp(Xp,2),Zp=$p.b,eM=$p.r;Zp[28]=258,eM[258]=28;var Jp=Yp(qp,0),nM=Jp.b,bE=Jp.r,Ku=new to(32768);for(_e=0;_e<32768;++_e)ss=(_e&43690)>>1|(_e&21845)<<1,ss=(ss&52428)>>2|(ss&13107)<<2,ss=(ss&61680)>>4|(ss&3855)<<4,Ku[_e]=((ss&65280)>>8|(ss&255)<<8)>>1;var ss,_e,Jo=function(i,t,e){for(var n=i.length,s=0,r=new to(t);s<n;++s)i[s]&&++r[i[s]-1];var o=new to(t);for(s=1;s<t;++s)o[s]=o[s-1]+r[s-1]<<1;var a;if(e){a=new to(1<<t);var l=15-t;for(s=0;s<n;++s)if(i[s])for(var c=s<<4|i[s],h=t-i[s],u=o[i[s]-1]++<<h,d=u|(1<<h)-1;u<=d;++u)a[Ku[u]>>l]=c}else for(a=new to(n),s=0;s<n;++s)i[s]&&(a[s]=Ku[o[i[s]-1]++]>>15-i[s]);return a},Ko=new ai(288);for(_e=0;_e<144;++_e)Ko[_e]=8;var _e;for(_e=144;_e<256;++_e)Ko[_e]=9;var _e;for(_e=256;_e<280;++_e)Ko[_e]=7;var _e;for(_e=280;_e<288;++_e)Ko[_e]=8;var _e,Kp=new ai(32);for(_e=0;_e<32;++_e)Kp[_e]=5;var _e;var iM=Jo(Ko,9,1);var sM=Jo(Kp,5,1),Zu=function(i){for(var t=i[0],e=1;e<i.length;++e)i[e]>t&&(t=i[e]);return t},bi=function(i,t,e){var n=t/8|0;return(i[n]|i[n+1]<<8)>>(t&7)&e},Ju=function(i,t){var e=t/8|0;return(i[e]|i[e+1]<<8|i[e+2]<<16)>>(t&7)},rM=function(i){return(i+7)/8|0},oM=function(i,t,e){return(t==null||t<0)&&(t=0),(e==null||e>i.length)&&(e=i.length),new ai(i.subarray(t,e))};var aM=["unexpected EOF","invalid block type","invalid length/literal","invalid distance","stream finished","no stream handler",,"no callback","invalid UTF-8 data","extra field too long","date not in range 1980-2099","filename too long","stream finishing","invalid zip data"],Mi=function(i,t,e){var n=new Error(t||aM[i]);if(n.code=i,Error.captureStackTrace&&Error.captureStackTrace(n,Mi),!e)throw n;return n},lM=function(i,t,e,n){var s=i.length,r=n?n.length:0;if(!s||t.f&&!t.l)return e||new ai(0);var o=!e,a=o||t.i!=2,l=t.i;o&&(e=new ai(s*3));var c=function(te){var st=e.length;if(te>st){var ut=new ai(Math.max(st*2,te));ut.set(e),e=ut}},h=t.f||0,u=t.p||0,d=t.b||0,f=t.l,g=t.d,v=t.m,m=t.n,p=s*8;do{if(!f){h=bi(i,u,1);var b=bi(i,u+1,3);if(u+=3,b)if(b==1)f=iM,g=sM,v=9,m=5;else if(b==2){var A=bi(i,u,31)+257,I=bi(i,u+10,15)+4,D=A+bi(i,u+5,31)+1;u+=14;for(var E=new ai(D),M=new ai(19),C=0;C<I;++C)M[tM[C]]=bi(i,u+C*3,7);u+=I*3;for(var V=Zu(M),O=(1<<V)-1,H=Jo(M,V,1),C=0;C<D;){var q=H[bi(i,u,O)];u+=q&15;var _=q>>4;if(_<16)E[C++]=_;else{var W=0,j=0;for(_==16?(j=3+bi(i,u,3),u+=2,W=E[C-1]):_==17?(j=3+bi(i,u,7),u+=3):_==18&&(j=11+bi(i,u,127),u+=7);j--;)E[C++]=W}}var Q=E.subarray(0,A),at=E.subarray(A);v=Zu(Q),m=Zu(at),f=Jo(Q,v,1),g=Jo(at,m,1)}else Mi(1);else{var _=rM(u)+4,y=i[_-4]|i[_-3]<<8,U=_+y;if(U>s){l&&Mi(0);break}a&&c(d+y),e.set(i.subarray(_,U),d),t.b=d+=y,t.p=u=U*8,t.f=h;continue}if(u>p){l&&Mi(0);break}}a&&c(d+131072);for(var ht=(1<<v)-1,yt=(1<<m)-1,bt=u;;bt=u){var W=f[Ju(i,u)&ht],vt=W>>4;if(u+=W&15,u>p){l&&Mi(0);break}if(W||Mi(2),vt<256)e[d++]=vt;else if(vt==256){bt=u,f=null;break}else{var it=vt-254;if(vt>264){var C=vt-257,ct=Xp[C];it=bi(i,u,(1<<ct)-1)+Zp[C],u+=ct}var xt=g[Ju(i,u)&yt],ot=xt>>4;xt||Mi(3),u+=xt&15;var at=nM[ot];if(ot>3){var ct=qp[ot];at+=Ju(i,u)&(1<<ct)-1,u+=ct}if(u>p){l&&Mi(0);break}a&&c(d+131072);var kt=d+it;if(d<at){var Gt=r-at,Lt=Math.min(at,kt);for(Gt+d<0&&Mi(3);d<Lt;++d)e[d]=n[Gt+d]}for(;d<kt;++d)e[d]=e[d-at]}}t.l=f,t.p=bt,t.b=d,t.f=h,f&&(h=1,t.m=v,t.d=g,t.n=m)}while(!h);return d!=e.length&&o?oM(e,0,d):e.subarray(0,d)};var cM=new ai(0);var hM=function(i,t){return((i[0]&15)!=8||i[0]>>4>7||(i[0]<<8|i[1])%31)&&Mi(6,"invalid zlib data"),(i[1]>>5&1)==+!t&&Mi(6,"invalid zlib data: "+(i[1]&32?"need":"unexpected")+" dictionary"),(i[1]>>3&4)+2};function jp(i,t){return lM(i.subarray(hM(i,t&&t.dictionary),-4),{i:2},t&&t.out,t&&t.dictionary)}var uM=typeof TextDecoder<"u"&&new TextDecoder,dM=0;try{uM.decode(cM,{stream:!0}),dM=1}catch{}var fM=4e4;async function pM(i){if(i.length<fM)return jp(i);let t=new Blob([i]).stream().pipeThrough(new DecompressionStream("deflate"));return new Uint8Array(await new Response(t).arrayBuffer())}function mM(i,t){let{count:e,planes:n,order:s}=t,r=new Int32Array(e),o=new Int32Array(5);for(let a=0;a<e;a++){let l=n>0?i[a]:0;n>1&&(l|=i[e+a]<<8),n>2&&(l|=i[2*e+a]<<16),n>3&&(l|=i[3*e+a]<<24);let c=l>>>1^-(l&1);for(let h=s;h>0;h--)c=o[h]=c+o[h]|0;r[a]=c}return r}function ju(i){let t=new Map;return async e=>{let n=t.get(e.offset);n||t.set(e.offset,n=pM(i.subarray(e.offset,e.offset+e.bytes)));let s=e.at??0;return gM((await n).subarray(s,s+e.planes*e.count),e)}}var eo=(i,t)=>ju(i)(t);function gM(i,t){let e=mM(i,t);if(t.form==="float")return new Float32Array(e.buffer);let n=new Float64Array(t.count),s=t.step??1;if(t.form==="place"){for(let o=0;o<t.count;o++)n[o]=e[o]*s;return n}let r=e.length?e[0]:0;for(let o=0;o<t.count;o++)o>0&&(r+=e[o]-e[o-1]|0),n[o]=r*s;return n}function Qp(i){if(i.values)return Float64Array.from(i.values);let t=new Float64Array(i.count);for(let e=0;e<i.count;e++)t[e]=(i.start??0)+e*(i.step??1);return t}function Nl(i){let t=Uint8Array.fromBase64;if(t)return t.call(Uint8Array,i);let e=atob(i),n=new Uint8Array(e.length);for(let s=0;s<e.length;s++)n[s]=e.charCodeAt(s);return n}var vM={joints:[{of:["fx","fy","fz"],unit:"N",word:"force"},{of:["mx","my","mz"],unit:"N m",word:"moment"}],bodies:[{of:["vx","vy","vz"],unit:"m/s",word:"speed"},{of:["ax","ay","az"],unit:"m/s^2",word:"acceleration"}],points:[{of:["vx","vy","vz"],unit:"m/s",word:"speed"},{of:["ax","ay","az"],unit:"m/s^2",word:"acceleration"}]},Fl=class{all=[];byName=new Map;byElement=new Map;held=new Map;asked=new Map;constructor(t,e,n){t.columns.forEach((s,r)=>this.enter({...yM(s),read:async()=>s.data?await eo(e,s.data):n(r)})),this.magnitudes()}enter(t){let e=en(t);if(this.byName.has(e))return;this.byName.set(e,t),this.all.push(t);let n=this.byElement.get(t.element);n?n.push(t):this.byElement.set(t.element,[t])}magnitudes(){for(let[t,e]of[...this.byElement])for(let{of:n,unit:s,word:r}of vM[t.split("/")[0]]??[])for(let o of new Set(e.map(a=>a.run))){let a=e.filter(h=>h.run===o&&n.includes(h.quantity));if(a.length<2||e.some(h=>h.run===o&&h.quantity===r))continue;let l=`${t.slice(t.indexOf("/")+1)}.${r}`,c=async()=>{let h=await Promise.all(a.map(u=>this.values(u)));return h[0].map((u,d)=>Math.hypot(...h.map(f=>f[d])))};this.enter({name:l,unit:s,element:t,quantity:r,run:o,read:c})}}named(t,e=0){return this.byName.get(e?`${t} (${e+1})`:t)}of(t){return this.byElement.get(t)??[]}values(t){let e=en(t),n=this.asked.get(e);return n||(n=t.read().then(s=>(this.held.set(e,s),s)),this.asked.set(e,n)),n}now(t){let e=this.held.get(en(t));return e||this.values(t),e??null}};function en(i){return i.run?`${i.name} (${i.run+1})`:i.name}function yM(i){return{name:i.name,unit:i.unit,element:i.element,quantity:i.quantity,run:i.run}}function li(i,t,e){return t>=i.length?NaN:e===0||t+1>=i.length?i[t]:i[t]+e*(i[t+1]-i[t])}function tt(i,t={},...e){let n=document.createElement(i);for(let[s,r]of Object.entries(t))r==null||r===!1||(s.startsWith("on")&&typeof r=="function"?n.addEventListener(s.slice(2),r):s==="class"?n.className=String(r):r===!0?n.setAttribute(s,""):n.setAttribute(s,String(r)));return n.append(...e.filter(s=>s!=null&&s!==!1)),n}var xM={play:"M8 5.5v13l10.5-6.5z",pause:"M7 5h3.5v14H7zM13.5 5H17v14h-3.500z",first:"M6 6h2v12H6zM19 6v12l-9-6z",back:"M17 6v12l-9-6z",next:"M7 6v12l9-6z",last:"M16 6h2v12h-2zM5 6v12l9-6z",loop:"M7 7h9V4l4.5 4.500L16 13v-3H9v3H6V8zM17 17H8v3l-4.5-4.500L8 11v3h7v-3h3v5z",sun:"M12 8a4 4 0 100 8 4 4 0 000-8zM11 2h2v3h-2zM11 19h2v3h-2zM2 11h3v2H2zM19 11h3v2h-3zM4.2 5.600l1.4-1.4 2.1 2.1-1.4 1.400zM16.3 17.700l1.4-1.4 2.1 2.1-1.4 1.400zM4.2 18.400l2.1-2.1 1.4 1.4-2.1 2.100zM16.3 6.300l2.1-2.1 1.4 1.4-2.1 2.100z",moon:"M20 14.500A8.5 8.5 0 019.5 4 8.5 8.5 0 1020 14.500z",eye:"M12 5C7 5 3.2 8.4 1.5 12 3.2 15.6 7 19 12 19s8.8-3.4 10.5-7C20.8 8.4 17 5 12 5zm0 11a4 4 0 110-8 4 4 0 010 8zm0-2a2 2 0 100-4 2 2 0 000 4z",hidden:"M3.3 2.300L2 3.600l3.9 3.900C3.9 8.7 2.4 10.3 1.5 12c1.7 3.6 5.5 7 10.5 7 1.7 0 3.3-.4 4.7-1.100l3.7 3.7 1.3-1.300zM12 16a4 4 0 01-3.9-5l4.9 4.900c-.3.1-.6.1-1 .1zM12 5c-1.2 0-2.4.2-3.5.6l2.6 2.500A4 4 0 0115.9 12.900l3.3 3.200c1.4-1.2 2.5-2.6 3.3-4.100C20.8 8.4 17 5 12 5z",plus:"M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",close:"M6.4 5L5 6.400l5.6 5.600L5 17.6 6.4 19l5.6-5.6 5.6 5.6 1.4-1.4-5.6-5.600L19 6.4 17.6 5 12 10.600z",save:"M11 4h2v9l3.5-3.5 1.4 1.400L12 16.800l-5.9-5.9 1.4-1.400L11 13zM5 18h14v2H5z",camera:"M9 5l-1.5 2H4v12h16V7h-3.500L15 5zm3 4a4 4 0 110 8 4 4 0 010-8zm0 2a2 2 0 100 4 2 2 0 000-4z",layers:"M12 3l9 5-9 5-9-5zM4.8 11.500L12 15.500l7.2-4L21 12.500l-9 5-9-5z",fit:"M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z",chevron:"M9 6l6 6-6 6-1.4-1.400L12.2 12 7.6 7.400z",tree:"M4 4h7v5H8.500v2H18v3h2v6h-7v-6h3v-1H8.500v4H10v3H4v-6h2.500V9H4z",chart:"M4 4h2v14h14v2H4zM8 14l3.5-5 3 3L19 6l1.5 1.2-6 8-3-3L9.5 15z",info:"M12 3a9 9 0 100 18 9 9 0 000-18zm-1 4h2v2h-2zm0 4h2v6h-2z",sliders:"M5 4h2v8h2v2H7v6H5v-6H3v-2h2zM11 4h2v4h2v2h-2v10h-2V10H9V8h2zM17 4h2v10h2v2h-2v4h-2v-4h-2v-2h2z"};function wi(i){let t=document.createElementNS("http://www.w3.org/2000/svg","svg");t.setAttribute("viewBox","0 0 24 24"),t.setAttribute("aria-hidden","true"),t.classList.add("icon");let e=document.createElementNS("http://www.w3.org/2000/svg","path");return e.setAttribute("d",xM[i]??""),t.append(e),t}function qe(i,t,e,n={}){return tt("button",{type:"button",class:"tool","aria-label":t,title:t,onclick:e,...n},wi(i))}function Fn(i,t=5){if(!Number.isFinite(i))return"\u2013";let e=Math.abs(i);return e<1e-14?"0":(e>=1e6||e<1e-4?i.toExponential(Math.max(t-2,1)):String(Number(i.toPrecision(t)))).replace("-","\u2212")}function jo(i,t,e){let n=tt("a",{href:URL.createObjectURL(new Blob([t],{type:e})),download:i});n.click(),setTimeout(()=>URL.revokeObjectURL(n.href),1e3)}var _M=new N(0,0,1);function mn(i){return new Wo(1,1,1,i,1).rotateX(Math.PI/2).translate(0,0,.5)}function kl(i){return new bl(1,1,i,1).rotateX(Math.PI/2).translate(0,0,.5)}function Si(i){return new Sl(1,i,Math.max(6,i/2))}function tm(){let i=[];for(let e=0;e<8;e++)i.push(e&1?.85:-.85,e&2?.85:-.85,e&4?1:0);let t=new Ge;return t.setAttribute("position",new Ve(new Float32Array(i),3)),t.setIndex([0,2,1,1,2,3,4,5,6,5,7,6,0,1,4,1,5,4,2,6,3,3,6,7,0,4,2,2,4,6,1,3,5,3,7,5]),t.computeVertexNormals(),t}function em(){return new wl(1)}function nr(){return new Ys(1,1,1)}function zl(){return new El(1,.22,8,28)}function nm(i,t,e){let n=t/2,s=new Ms;return s.absarc(i,0,n,-Math.PI/2,Math.PI/2,!1),s.absarc(0,0,n,Math.PI/2,3*Math.PI/2,!1),Vl(s,e,Math.min(n,e)*.22)}function Bl(i,t,e){let n=new Ms,s=i.length;td(i)<0&&(i=[...i].reverse());for(let r=0;r<s;r++){let o=i[(r+s-1)%s],a=i[r],l=i[(r+1)%s],c=Math.atan2(a.y-o.y,a.x-o.x)-Math.PI/2,h=Math.atan2(l.y-a.y,l.x-a.x)-Math.PI/2;for(;h<c;)h+=2*Math.PI;h-c>Math.PI?n.lineTo(a.x+t*Math.cos(c),a.y+t*Math.sin(c)):n.absarc(a.x,a.y,t,c,h,!1)}return n.closePath(),Vl(n,e,Math.min(t,e)*.2)}function Vl(i,t,e){return new Ml(i,{depth:t-2*e,bevelEnabled:!0,bevelThickness:e,bevelSize:e,bevelOffset:-e,bevelSegments:2,curveSegments:14}).translate(0,0,e-t/2)}function td(i){let t=0;return i.forEach((e,n)=>{let s=i[(n+1)%i.length];t+=e.x*s.y-s.x*e.y}),t/2}function im(i,t,e){let n=Math.max(12,Math.min(120,Math.round(2*Math.PI*i/t))),s=Math.PI*i/n,r=new Ms;r.absarc(0,0,i+3.4*s,0,2*Math.PI,!1);let o=new Zs;for(let a=0;a<n;a++)for(let[l,c]of[[i+.6*s,0],[i+.6*s,.22],[i-.5*s,.36],[i-.5*s,.64],[i+.6*s,.78]]){let h=2*Math.PI*(a+c)/n;a===0&&c===0?o.moveTo(l*Math.cos(h),l*Math.sin(h)):o.lineTo(l*Math.cos(h),l*Math.sin(h))}return o.closePath(),r.holes.push(o),Vl(r,e,e*.08)}function sm(i,t,e){let n=Math.max(10,Math.min(80,Math.round(2*Math.PI*i/t))),s=Math.PI*i/n,r=new Ms;for(let a=0;a<n;a++){let l=2*Math.PI*a/n,c=2*Math.PI/n,h=[[i-.6*s,0],[i-.6*s,.22],[i+.5*s,.36],[i+.5*s,.64],[i-.6*s,.78]];for(let[u,d]of h){let f=l+(d-.5)*c;a===0&&d===0?r.moveTo(u*Math.cos(f),u*Math.sin(f)):r.lineTo(u*Math.cos(f),u*Math.sin(f))}}r.closePath();let o=i-1.2*s;if(o>.45*i)for(let a=0;a<5;a++){let l=new Zs,c=2*Math.PI*a/5;l.absarc(.58*o*Math.cos(c),.58*o*Math.sin(c),.2*o,0,2*Math.PI,!0),r.holes.push(l)}return Vl(r,e,e*.1)}var Qu=class extends Nn{constructor(e){super();this.turns=e}getPoint(e,n=new N){if(e<.1||e>1-.1){let o=e<.1?e/.1:(1-e)/.1,a=e<.1?0:2*Math.PI*this.turns,l=Math.min(1,Math.max(0,(o-.55)/.45));return n.set(l*Math.cos(a),l*Math.sin(a),e)}let r=2*Math.PI*this.turns*(e-.1)/(1-2*.1);return n.set(Math.cos(r),Math.sin(r),e)}};function rm(i,t,e){return new Al(bM(new Qu(i),e),i*16+16,t,7,!1).scale(1,1,1/e)}function bM(i,t){let e=[];for(let n=0;n<=400;n++)e.push(i.getPoint(n/400).multiply(new N(1,1,t)));return new Go(e,!1,"centripetal")}function om(i){let t=new Ge;return t.setAttribute("position",new Ve(i,3)),t.computeVertexNormals(),t}function $e(i,t,e,n,s=new Qt){let r=new N(i[0],i[1],i[2]),o=new N(t[0]-i[0],t[1]-i[1],t[2]-i[2]),a=o.length(),l=a>0?new Un().setFromUnitVectors(_M,o.clone().divideScalar(a)):new Un;return s.compose(r,l,new N(e,n,Math.max(a,1e-12)))}function Yn(i,t,e,n){let s=new N(t[0],t[1],t[2]);s.lengthSq()||s.set(0,0,1),s.normalize();let r=e?new N(e[0],e[1],e[2]):new N(1,0,0);r.addScaledVector(s,-r.dot(s)),r.lengthSq()<1e-9&&(r=Math.abs(s.x)<.9?new N(1,0,0):new N(0,1,0),r.addScaledVector(s,-r.dot(s))),r.normalize();let o=new N().crossVectors(s,r);return new Qt().makeBasis(r.multiplyScalar(n[0]),o.multiplyScalar(n[1]),s.multiplyScalar(n[2])).setPosition(i[0],i[1],i[2])}var Ol=class{constructor(t,e,n,s){this.points=t;if(e){let[a,l]=[n/2,s/2],c=[[-a,-l,0,-1],[a,-l,0,-1],[a,-l,1,0],[a,l,1,0],[a,l,0,1],[-a,l,0,1],[-a,l,-1,0],[-a,-l,-1,0],[-a,-l,0,-1]];this.sides.push(...c)}else for(let a=0;a<=14;a++){let l=2*Math.PI*a/14;this.sides.push([Math.cos(l)*n/2,Math.sin(l)*s/2,Math.cos(l),Math.sin(l)])}let r=this.sides.length,o=[];for(let a=0;a+1<t;a++)for(let l=0;l+1<r;l++){let c=a*r+l;o.push(c,c+1,c+r,c+1,c+r+1,c+r)}this.geometry.setIndex(o),this.geometry.setAttribute("position",new Ve(new Float32Array(3*t*r),3)),this.geometry.setAttribute("normal",new Ve(new Float32Array(3*t*r),3))}geometry=new Ge;sides=[];follow(t,e){let n=this.geometry.getAttribute("position").array,s=this.geometry.getAttribute("normal").array,r=e.clone(),o=0;for(let a=0;a<t.length;a++){let l=t[Math.min(a+1,t.length-1)].clone().sub(t[Math.max(a-1,0)]).normalize();r.addScaledVector(l,-r.dot(l)).normalize();let c=new N().crossVectors(l,r);for(let[h,u,d,f]of this.sides)n[o]=t[a].x+h*r.x+u*c.x,n[o+1]=t[a].y+h*r.y+u*c.y,n[o+2]=t[a].z+h*r.z+u*c.z,s[o]=d*r.x+f*c.x,s[o+1]=d*r.y+f*c.y,s[o+2]=d*r.z+f*c.z,o+=3}this.geometry.getAttribute("position").needsUpdate=!0,this.geometry.getAttribute("normal").needsUpdate=!0,this.geometry.computeBoundingSphere()}};function am(i){let{scene:t}=i,e=new Set(t.beams.map(c=>c.body)),n=[],s=new Map,r=(c,h)=>{let u=`${c} ${h.toPrecision(9)}`,d=s.get(u);return d===void 0&&(d=t.bodies.length+n.length,s.set(u,d),n.push({body:c,x:h})),d},o=([c,h])=>e.has(c)?[r(c,h[0]),[0,h[1],h[2]]]:[c,h],a=c=>{if(!e.has(c.body)||c.form!=="rod"||!c.a||!c.b)return c;let h=c.a[0],u=d=>[d[0]-h,d[1],d[2]];return{...c,body:r(c.body,h),a:u(c.a),b:u(c.b)}};if(!e.size)return{header:i,perches:n};let l={...t,solids:t.solids.map(a),joints:t.joints.map(c=>({...c,a:o(c.a),b:o(c.b)})),links:t.links.map(c=>({...c,through:c.through.map(o)})),wheels:t.wheels.map(c=>({...c,at:o(c.at)})),points:t.points.map(c=>({...c,at:o(c.at)})),beams:t.beams.map(c=>({...c,middle:r(c.body,c.length/2)}))};return{header:{...i,scene:l,forces:i.forces.map(c=>({...c,at:o(c.at)}))},perches:n}}function lm(i,t,e,n,s,r){let o=16*t,a=e.length-1,l=0;for(;l<a-1&&s>e[l+1];)l++;let c=(s-e[l])/(e[l+1]-e[l]||1),h=[0,1,2].map(U=>n[3*(l+1)+U]-n[3*l+U]),u=Math.hypot(h[0],h[1],h[2])||1,[d,f,g]=h.map(U=>U/u),[v,m,p]=[i[o],i[o+1],i[o+2]],b=v*d+m*f+p*g,_=[m*g-p*f,p*d-v*g,v*f-m*d],y=1/Math.max(1+b,1e-9);for(let U=0;U<3;U++){let A=[i[o+4*U],i[o+4*U+1],i[o+4*U+2]],I=y*(_[0]*A[0]+_[1]*A[1]+_[2]*A[2]);i[r+4*U]=b*A[0]+_[1]*A[2]-_[2]*A[1]+I*_[0],i[r+4*U+1]=b*A[1]+_[2]*A[0]-_[0]*A[2]+I*_[1],i[r+4*U+2]=b*A[2]+_[0]*A[1]-_[1]*A[0]+I*_[2],i[r+4*U+3]=0}for(let U=0;U<3;U++)i[r+12+U]=(1-c)*n[3*l+U]+c*n[3*(l+1)+U];i[r+15]=1}function cm(i,t,e,n){let s=16*t;i.copyWithin(n,s,s+16);for(let r=0;r<3;r++)i[n+12+r]+=i[s+r]*e}var Hl=class i{constructor(t,e,n){this.entry=t;this.rows=e;this.bends=n;this.time=Qp(t.time)}time;names=[];perches=[];static async read(t,e){let n=ju(e),s=await Promise.all(t.bodies.map(o=>o?Promise.all(o.map(n)):null)),r=new Map;for(let[o,a]of Object.entries(t.bends))r.set(o,{at:a.at,places:await Promise.all(a.places.map(l=>Promise.all(l.map(n))))});return new i(t,s,r)}get start(){return this.time.length?this.time[0]:0}get end(){return this.time.length?this.time[this.time.length-1]:0}has(t){return this.rows[t]!=null&&this.time.length>0}locate(t){let{time:e}=this,n=0,s=e.length-1;if(s<=0||t<=e[0])return[0,0];if(t>=e[s])return[s,0];for(;s-n>1;){let o=n+s>>1;e[o]<=t?n=o:s=o}let r=(t-e[n])/(e[s]-e[n]);return r<1e-9?[n,0]:r>1-1e-9?[s,0]:[n,r]}hold(t,e){this.names=t,this.perches=e}settle(t,e){this.perches.forEach(({body:n,x:s},r)=>{let o=e===null?null:this.stations(this.names[n],e),a=16*(this.rows.length+r);o&&o.at.length>1?lm(t,n,o.at,o.places,s,a):cm(t,n,s,a)})}sample(t,e){let[n,s]=this.locate(t);for(let r=0;r<this.rows.length;r++){let o=this.rows[r],a=16*r;if(!o||!this.time.length){e.fill(0,a,a+16),e[a]=e[a+5]=e[a+10]=e[a+15]=1;continue}this.entry.planar?MM(o,n,s,e,a):wM(o,n,s,e,a)}this.settle(e,t)}stations(t,e){let n=this.bends.get(t);if(!n)return null;let[s,r]=this.locate(e),o=new Float64Array(3*n.at.length);return n.places.forEach((a,l)=>a.forEach((c,h)=>o[3*l+h]=Ei(c,s,r))),{at:n.at,places:o}}};function Ei(i,t,e){return e===0?i[t]:i[t]+e*(i[t+1]-i[t])}function MM(i,t,e,n,s){let r=Ei(i[2],t,e),o=Math.cos(r),a=Math.sin(r);n.fill(0,s,s+16),n[s]=o,n[s+1]=a,n[s+4]=-a,n[s+5]=o,n[s+10]=1,n[s+12]=Ei(i[0],t,e),n[s+13]=Ei(i[1],t,e),n[s+15]=1}function wM(i,t,e,n,s){let r=Ei(i[3],t,e),o=Ei(i[4],t,e),a=Ei(i[5],t,e),l=Ei(i[6],t,e),c=1/(Math.hypot(r,o,a,l)||1);r*=c,o*=c,a*=c,l*=c,n[s]=1-2*(a*a+l*l),n[s+1]=2*(o*a+r*l),n[s+2]=2*(o*l-r*a),n[s+3]=0,n[s+4]=2*(o*a-r*l),n[s+5]=1-2*(o*o+l*l),n[s+6]=2*(a*l+r*o),n[s+7]=0,n[s+8]=2*(o*l+r*a),n[s+9]=2*(a*l-r*o),n[s+10]=1-2*(o*o+a*a),n[s+11]=0,n[s+12]=Ei(i[0],t,e),n[s+13]=Ei(i[1],t,e),n[s+14]=Ei(i[2],t,e),n[s+15]=1}function $n(i,t,e,n=[0,0,0]){if(t<0)return n[0]=e[0],n[1]=e[1],n[2]=e[2],n;let s=16*t;for(let r=0;r<3;r++)n[r]=i[s+12+r]+i[s+r]*e[0]+i[s+4+r]*e[1]+i[s+8+r]*e[2];return n}function hm(i,t,e,n=[0,0,0]){if(t<0)return $n(i,-1,e,n);let s=16*t;for(let r=0;r<3;r++)n[r]=i[s+r]*e[0]+i[s+4+r]*e[1]+i[s+8+r]*e[2];return n}var SM=new se("#8a8f98"),Gl=class{constructor(t){this.of=t}drawn=[];strongest=0;scratch=new Qt;build(){for(let t of this.of.header.scene.links){let e=this.pieces(t);if(!e.length)continue;this.drawn.push({link:t,pieces:e,length:this.length(t)});let n=t.through[t.through.length>>1];this.of.anchors.has(t.element)||this.of.anchors.set(t.element,{body:n[0],at:n[1]})}}spot(t){let e=$n(this.of.mats,t[0],t[1],[0,0,0]);return this.of.header.dimension===2&&(e[2]+=(this.of.layers+.4)*.5*this.of.thick),e}length(t){let e=this.spot(t.through[0]),n=this.spot(t.through[t.through.length-1]);return Math.max(Math.hypot(n[0]-e[0],n[1]-e[1],n[2]-e[2]),1e-9)}pieces(t){let{of:e}=this,n=(r,o)=>({pool:r,index:r.add(t.element,o,-2)}),s=e.pool("links",()=>mn(e.plain?8:18));switch(t.form){case"coil":{let r=Math.round(Math.min(Math.max(this.length(t)/(1.25*e.unit),2),60));return[n(e.pool(`coil ${r}`,()=>rm(Math.max(4,Math.min(9,Math.round(r/2))),.2,r)),"#b8862b")]}case"dashpot":return[n(s,"#7a5aa6"),n(s,"#c9cfd8")];case"cylinder":return t.through.length===2?[n(s,"#2f6fed"),n(s,"#c9cfd8")]:this.run(t,n);case"cable":return this.run(t,n);case"bar":return[n(s,"#6b7280")];case"bushing":return[n(e.pool("rubber",zl),"#4b5563")];case"target":return[n(e.pool("targets",()=>Si(12)),"#2f6fed")];case"vector":return[n(s,"#2f6fed")];default:return[]}}run(t,e){let n=this.of.pool("strands",()=>mn(this.of.plain?6:12),!0),s=this.of.pool("rollers",()=>Si(14));return[...t.through.slice(1).map(()=>e(n,"#3c434f")),...t.through.slice(1,-1).map(()=>e(s,"#6b7280"))]}update(t,e){let n=this.of.unit;for(let{link:s,pieces:r,length:o}of this.drawn){let a=e.has(s.element),l=s.through.map(u=>this.spot(u)),[c,h]=[l[0],l[l.length-1]];s.form==="coil"?this.put(r[0],$e(c,h,1.25*n,1.25*n,this.scratch),a):s.form==="dashpot"?this.telescope(r,c,h,.55*o,.85*n,a):s.form==="cylinder"&&l.length===2?this.telescope(r,c,h,.6*o,.95*n,a):s.form==="cable"||s.form==="cylinder"?this.cable(s,r,l,t,a):s.form==="bushing"?this.put(r[0],new Qt().makeScale(1.6*n,1.6*n,2.6*n).setPosition((c[0]+h[0])/2,(c[1]+h[1])/2,(c[2]+h[2])/2),a):s.form==="target"?this.put(r[0],new Qt().makeScale(.7*n,.7*n,.7*n).setPosition(c[0],c[1],c[2]),a):this.put(r[0],$e(c,h,(s.form==="bar"?.5:.22)*n,(s.form==="bar"?.5:.22)*n,this.scratch),a)}}put(t,e,n){t.pool.place(t.index,e,!n)}telescope(t,e,n,s,r,o){let a=Math.hypot(n[0]-e[0],n[1]-e[1],n[2]-e[2])||1e-9,l=Math.min(s/a,.98),c=e.map((u,d)=>u+l*(n[d]-u)),h=e.map((u,d)=>u+.6*l*(n[d]-u));this.put(t[0],$e(e,c,r,r,this.scratch),o),this.put(t[1],$e(h,n,.5*r,.5*r,this.scratch),o)}cable(t,e,n,s,r){let o=this.of.unit,a=t.force?s(t.force):null,l=a!==null&&t.form==="cable"&&a<=1e-9*Math.max(this.strongest,1),c=a===null?.35:Math.min(Math.abs(a)/Math.max(this.strongest,1e-9),1),h=l?SM:EM(c),u=(l?.2:.28)*o;n.slice(1).forEach((d,f)=>{let g=n[f],v=e[f];this.put(v,$e(g,d,u,u,this.scratch),r),v.pool.paint(v.index,h);let m=Math.hypot(d[0]-g[0],d[1]-g[1],d[2]-g[2]);v.pool.dash(v.index,l?Math.max(3,Math.round(m/(1.6*o))):0)}),n.slice(1,-1).forEach((d,f)=>{let g=e[n.length-1+f];this.put(g,new Qt().makeScale(.75*o,.75*o,.75*o).setPosition(d[0],d[1],d[2]),r)})}measure(t){this.strongest=t}};function EM(i){let t=["#3f6fb5","#2a9d8f","#e9a23b","#c8372d"].map(s=>new se(s)),e=Number.isFinite(i)?Math.min(Math.max(i,0),1)*(t.length-1):0,n=Math.min(Math.floor(e),t.length-2);return t[n].clone().lerp(t[n+1],e-n)}var AM=600;function um(i,t){for(let e of i.header.scene.joints)CM(i,e,t),i.anchors.has(e.element)||i.anchors.set(e.element,{body:e.b[0],at:e.b[1]});for(let e of i.header.scene.wheels){let n=i.colour(`bodies/${i.header.scene.bodies[e.at[0]]??""}`),s=i.header.dimension===2?i.thick:1.2*i.unit,r=i.lifted(e.at[1],e.at[0]),o=`gear ${e.inside} ${e.radius.toPrecision(6)}`,a=e.inside?im:sm;i.pool(o,()=>a(e.radius,1.5*i.unit,s)).add(e.element,n,e.at[0],Yn(r,e.axis,null,[1,1,1])),i.anchors.has(e.element)||i.anchors.set(e.element,{body:e.at[0],at:e.at[1]})}for(let e of i.header.scene.supports)TM(i,e);for(let e of i.header.scene.points){let n=.32*i.unit,s=[...e.at[1]];i.header.dimension===2&&(s[2]+=i.lift(e.at[0])+i.thick/2),i.header.scene.points.length<=AM&&i.pool("points",()=>i.plain?em():Si(10)).add(e.element,"#5b6270",e.at[0],new Qt().makeScale(n,n,n).setPosition(...s)),i.anchors.set(e.element,{body:e.at[0],at:e.at[1]})}}function TM(i,t){let e=i.unit;if(i.header.dimension===2){let s=i.lift(-1),r=[new gt(0,.9*e),new gt(-1.7*e,-2.3*e),new gt(1.7*e,-2.3*e)];i.pool("feet",()=>Bl(r,.3*e,i.thick)).add("ground","#9aa1ad",-1,new Qt().setPosition(t[0],t[1],s));let o=Yn([t[0],t[1]-2.9*e,s],[0,0,1],[1,0,0],[6.4*e,.7*e,i.thick]);i.pool("slabs",nr).add("ground","#7c8491",-1,o);return}let n=[t[0],t[1],t[2]-2.2*e];i.pool("cones",()=>kl(28)).add("ground","#9aa1ad",-1,$e(n,t,1.5*e,1.5*e)),i.pool("discs",()=>mn(40)).add("ground","#7c8491",-1,$e([n[0],n[1],n[2]-.35*e],n,2.1*e,2.1*e))}function CM(i,t,e){let n=i.unit,s=i.header.dimension===2,[r,o]=t.b,a="#3c434f",l="#e9ecf1",c=s?[0,0,1]:t.axis,h=s?(i.layers+1)*i.thick*1.08:3*n,u=s?[o[0],o[1],0]:o,d=(g,v,m,p="pins")=>{let b=c.map(U=>U/(Math.hypot(...c)||1)),_=u.map((U,A)=>U-b[A]*v/2),y=u.map((U,A)=>U+b[A]*v/2);i.pool(p,()=>mn(i.plain?8:24)).add(t.element,m,r,$e(_,y,g,g))},f=(g,v)=>i.pool("knobs",()=>Si(i.plain?8:24)).add(t.element,v,r,new Qt().makeScale(g,g,g).setPosition(...u));if(t.form.endsWith(" ring")){let g=t.form.startsWith("motor")||t.form.startsWith("cylinder")?"#2f6fed":t.form.startsWith("coil")?"#a9822a":"#7a5aa6",v=t.form.startsWith("motor")?1.75*n:1.5*n,m=s?[u[0],u[1],h/2]:u;i.pool("rings",zl).add(t.element,g,r,Yn(m,c,t.across,[v,v,v])),i.anchors.set(t.element,{body:r,at:o});return}switch(["prismatic","cylindrical","slot","point_on_line"].includes(t.form)&&RM(i,t,e),t.form){case"spherical":f(1.05*n,a);break;case"universal":{f(.7*n,a);for(let[g,v]of[[t.b,t.axis],[t.a,t.first]]){let m=g[1],p=m.map((_,y)=>_-1.6*n*v[y]),b=m.map((_,y)=>_+1.6*n*v[y]);i.pool("pins",()=>mn(24)).add(t.element,l,g[0],$e(p,b,.42*n,.42*n))}break}case"fixed":i.pool("blocks",nr).add(t.element,a,r,Yn(u,c,t.across,[1.7*n,1.7*n,s?h*.9:1.7*n]));break;case"planar":case"point_on_plane":i.pool("blocks",nr).add(t.element,l,r,Yn(u,t.axis,t.across,[5*n,5*n,.25*n])),f(.6*n,a);break;case"screw":d(.9*n,4.6*n,"#b9c0cb"),d(1.25*n,1.2*n,a);break;case"prismatic":case"cylindrical":break;case"slot":case"point_on_line":break;default:d(.62*n,h,l),d(.3*n,h*1.03,a,"pin cores")}}function RM(i,t,e){let n=i.unit,s=t.a[0]<0,[r,o]=s&&t.form!=="slot"?[t.b,t.a]:[t.a,t.b],a=i.mats.slice(),l=0,c=0,h=Math.min(e.time.length,120),u=t.axis;for(let A=0;A<Math.max(h,1);A++){e.sample(e.time[Math.floor(A*(e.time.length-1)/Math.max(h-1,1))]??0,a);let I=$n(a,r[0],r[1]),D=$n(a,o[0],o[1]),E=16*t.b[0],M=t.b[0]<0?t.axis:[0,1,2].map(V=>a[E+V]*t.axis[0]+a[E+4+V]*t.axis[1]+a[E+8+V]*t.axis[2]);if(A===0){let V=16*o[0];u=o[0]<0?M:[0,1,2].map(O=>a[V+4*O]*M[0]+a[V+4*O+1]*M[1]+a[V+4*O+2]*M[2])}let C=M[0]*(I[0]-D[0])+M[1]*(I[1]-D[1])+M[2]*(I[2]-D[2]);A===0&&o[0]<0&&(l=c=C),l=Math.min(l,C),c=Math.max(c,C)}let d=i.header.dimension===2?i.lift(o[0]):0,[f,g]=[l-3.2*n,c+3.2*n].map(A=>o[1].map((I,D)=>I+A*u[D]+(D===2?d:0))),v=o[0]<0?"#9aa1ad":i.colour(`bodies/${i.header.scene.bodies[o[0]]}`),m=t.form==="slot"?.42:.36;i.pool("rails",()=>mn(14)).add(t.element,v,o[0],$e(f,g,m*n,m*n));let p=[r[1][0],r[1][1],r[1][2]+(i.header.dimension===2?d:0)],b=16*r[0],_=16*o[0],y=o[0]<0?u:[0,1,2].map(A=>i.mats[_+A]*u[0]+i.mats[_+4+A]*u[1]+i.mats[_+8+A]*u[2]),U=r[0]<0?y:[0,1,2].map(A=>i.mats[b+4*A]*y[0]+i.mats[b+4*A+1]*y[1]+i.mats[b+4*A+2]*y[2]);if(t.form==="slot"||t.form==="point_on_line"){let A=i.header.dimension===2?(i.layers+1)*i.thick:1.2*n;i.header.dimension===2?i.pool("pins",()=>mn(24)).add(t.element,"#e9ecf1",r[0],$e([p[0],p[1],-A/2],[p[0],p[1],A/2],.62*n,.62*n)):i.pool("knobs",()=>Si(24)).add(t.element,"#3c434f",r[0],new Qt().makeScale(.8*n,.8*n,.8*n).setPosition(...p));return}if(t.form==="prismatic")i.pool("sleeves",nr).add(t.element,"#dfe3ea",r[0],Yn(p,U,null,[1.7*n,1.7*n,3.6*n]));else{let[A,I]=[-1.8*n,1.8*n].map(D=>p.map((E,M)=>E+D*U[M]/(Math.hypot(...U)||1)));i.pool("round sleeves",()=>mn(28)).add(t.element,"#dfe3ea",r[0],$e(A,I,1.05*n,1.05*n))}}var Wl=4,no=256,ws={key:{value:new N(0,0,1)},fill:{value:new N(0,0,1)},sky:{value:new N(0,1,0)},bounce:{value:new se("#8890a0")}},PM=`
attribute float aItem;
uniform highp sampler2D uItems;
#ifdef FLAT
varying vec3 vEye;
#else
varying vec3 vNormal;
#endif
varying vec3 vColour;
#ifdef DASHED
varying float vDash;
varying float vAlong;
#endif
void main() {
  int item = int(aItem + 0.5);
  ivec2 at = ivec2((item % ${no}) * ${Wl}, item / ${no});
  vec4 a = texelFetch(uItems, at, 0);
  vec4 b = texelFetch(uItems, at + ivec2(1, 0), 0);
  vec4 c = texelFetch(uItems, at + ivec2(2, 0), 0);
  vec4 d = texelFetch(uItems, at + ivec2(3, 0), 0);
  vec4 p = vec4(position, 1.0);
  vec4 eye = modelViewMatrix * vec4(dot(a, p), dot(b, p), dot(c, p), 1.0);
#ifdef FLAT
  vEye = eye.xyz;
#else
  vec3 scale = max(vec3(a.x * a.x + b.x * b.x + c.x * c.x, a.y * a.y + b.y * b.y + c.y * c.y, a.z * a.z + b.z * b.z + c.z * c.z), 1e-30);
  vec3 n = normal / scale;
  vNormal = normalMatrix * vec3(dot(a.xyz, n), dot(b.xyz, n), dot(c.xyz, n));
#endif
  vColour = d.rgb;
#ifdef DASHED
  vDash = d.a;
  vAlong = position.z;
#endif
  gl_Position = projectionMatrix * eye;
}`,IM=`
uniform vec3 uKey;
uniform vec3 uFill;
uniform vec3 uSky;
uniform vec3 uBounce;
uniform float uOpacity;
#ifdef FLAT
varying vec3 vEye;
#else
varying vec3 vNormal;
#endif
varying vec3 vColour;
#ifdef DASHED
varying float vDash;
varying float vAlong;
#endif
void main() {
#ifdef DASHED
  if (vDash > 0.0 && fract(vAlong * vDash) > 0.55) discard;
#endif
#ifdef FLAT
  vec3 n = normalize(cross(dFdx(vEye), dFdy(vEye)));
#else
  vec3 n = normalize(vNormal);
#ifdef DOUBLE
  if (!gl_FrontFacing) n = -n;
#endif
#endif
  float lit = max(dot(n, uKey), 0.0);
  vec3 light = vec3(0.62 * lit + 0.18 * max(dot(n, uFill), 0.0)) + 0.37 * mix(uBounce, vec3(1.0), 0.5 + 0.5 * dot(n, uSky));
#ifdef SHINY
  vec3 h = normalize(uKey + vec3(0.0, 0.0, 1.0));
  float s = max(dot(n, h), 0.0);
  s *= s; s *= s; s *= s; s *= s;
  gl_FragColor = vec4(vColour * light + 0.1 * s * s * lit, uOpacity);
#else
  gl_FragColor = vec4(vColour * light, uOpacity);
#endif
  #include <colorspace_fragment>
}`;function dm(i){let t={};return i.flat?t.FLAT="":i.plain||(t.SHINY=""),i.both&&(t.DOUBLE=""),i.dashed&&(t.DASHED=""),new oi({vertexShader:PM,fragmentShader:IM,defines:t,side:i.both?yi:ki,uniforms:{uItems:{value:null},uOpacity:{value:1},uKey:ws.key,uFill:ws.fill,uSky:ws.sky,uBounce:ws.bounce}})}function fm(i,t){let e=i.position.clone().sub(t),n=i.up,s=e.length()||1,r=new N().crossVectors(n,e).normalize().multiplyScalar(s),o=new Qt().copy(i.matrixWorld).invert();ws.key.value.copy(e).addScaledVector(r,-.55).addScaledVector(n,.9*s).transformDirection(o),ws.fill.value.copy(e).addScaledVector(r,.9).addScaledVector(n,-.27*s).transformDirection(o),ws.sky.value.copy(n).transformDirection(o)}function pm(i){ws.bounce.value.set(i)}var Bi=4*Wl,Qo=new Mn,LM=new zi,ed={value:new gt(800,600)};function DM(){let i=new $r({side:wn,depthWrite:!1});return i.onBeforeCompile=t=>{t.uniforms.uScreen=ed,t.vertexShader=t.vertexShader.replace("#include <common>",`#include <common>
uniform vec2 uScreen;`).replace("#include <project_vertex>",`#include <project_vertex>
        mat4 whole = projectionMatrix * modelViewMatrix;
        vec4 heading = whole * (instanceMatrix * vec4(normal, 0.0));
        vec2 outward = heading.xy * uScreen;
        float reach = length(outward);
        if (reach > 1e-9) gl_Position.xy += outward / reach * 5.0 / uScreen * gl_Position.w;`)},i}var rs=class{constructor(t,e={}){this.geometry=t;this.material=dm(e)}items=[];mesh;halo=null;parent;numbers=new Float32Array;texture;material;places=new Map;fresh=!0;add(t,e,n,s=null){let r=s??new Qt,o=this.places.get(t);return o?o.push(this.items.length):this.places.set(t,[this.items.length]),this.items.push({element:t,colour:e,body:n,local:Float64Array.from(r.elements)}),this.items.length-1}finish(t){let e=this.items.length,n=Math.max(1,Math.ceil(e/no));this.numbers=new Float32Array(n*no*Bi),this.texture=new Vo(this.numbers,no*Wl,n,Wn,ii),this.material.uniforms.uItems.value=this.texture,this.mesh=new Mn(UM(this.geometry,e),this.material),this.mesh.frustumCulled=!1,this.mesh.userData.pool=this;let s=new se;this.items.forEach((r,o)=>this.paint(o,s.set(r.colour))),this.parent=t,t.add(this.mesh)}update(t,e){let n=this.fresh||e.size>0,s=n;for(let r=0;r<this.items.length;r++){let o=this.items[r];o.body===-2||o.body<0&&!n||(s=!0,e.size&&e.has(o.element)?this.numbers.fill(0,Bi*r,Bi*r+12):o.body<0?this.write(r,o.local):NM(t,16*o.body,o.local,this.numbers,Bi*r))}this.fresh=e.size>0,s&&(this.texture.needsUpdate=!0)}write(t,e){let n=this.numbers,s=Bi*t;for(let r=0;r<3;r++)for(let o=0;o<4;o++)n[s+4*r+o]=e[4*o+r]}place(t,e,n=!0){n?this.write(t,e.elements):this.numbers.fill(0,Bi*t,Bi*t+12),this.texture.needsUpdate=!0}paint(t,e){let n=Bi*t+12;this.numbers[n]=e.r,this.numbers[n+1]=e.g,this.numbers[n+2]=e.b,this.texture.needsUpdate=!0}dash(t,e){this.numbers[Bi*t+15]=e,this.texture.needsUpdate=!0}matrix(t,e){let n=this.numbers,s=Bi*t;return e.set(n[s],n[s+1],n[s+2],n[s+3],n[s+4],n[s+5],n[s+6],n[s+7],n[s+8],n[s+9],n[s+10],n[s+11],0,0,0,1)}hits(t,e){if(!this.mesh.visible)return;this.geometry.boundingSphere||this.geometry.computeBoundingSphere();let n=this.geometry.boundingSphere,s=[];Qo.geometry=this.geometry,Qo.material=this.material;for(let r=0;r<this.items.length;r++)if(this.matrix(r,Qo.matrixWorld),!!t.ray.intersectsSphere(LM.copy(n).applyMatrix4(Qo.matrixWorld))){Qo.raycast(t,s);for(let o of s.splice(0))e.push({distance:o.distance,element:this.items[r].element})}}mark(t,e){let n=t===null?void 0:this.places.get(t);if(!n){this.halo&&(this.halo.visible=!1);return}(!this.halo||this.halo.instanceMatrix.count<n.length)&&(this.halo?.removeFromParent(),this.halo=new dl(this.geometry,DM(),n.length),this.halo.frustumCulled=!1,this.halo.renderOrder=-.5,this.parent.add(this.halo));let s=new Qt;n.forEach((r,o)=>this.halo?.setMatrixAt(o,this.matrix(r,s))),this.halo.count=n.length,this.halo.visible=!0,this.halo.material.color=e,this.halo.instanceMatrix.needsUpdate=!0}fade(t){this.material.transparent=t<1,this.material.uniforms.uOpacity.value=t,this.material.depthWrite=t>=1}dispose(){this.halo?.dispose(),this.mesh.geometry!==this.geometry&&this.mesh.geometry.dispose(),this.geometry.dispose(),this.texture.dispose(),this.material.dispose()}};function UM(i,t){let n=i.getAttribute("position").count,s=new Float32Array(n*t);for(let l=0;l<t;l++)s.fill(l,n*l,n*(l+1));let r=new Ve(s,1);if(t===1)return i.setAttribute("aItem",r),i;let o=new Ge;o.setAttribute("aItem",r);for(let l of["position","normal"]){let c=i.getAttribute(l).array,h=new Float32Array(c.length*t);for(let u=0;u<t;u++)h.set(c,c.length*u);o.setAttribute(l,new Ve(h,3))}let a=i.getIndex();if(a){let l=a.count,c=new Uint32Array(l*t);for(let h=0;h<t;h++)for(let u=0;u<l;u++)c[l*h+u]=a.array[u]+n*h;o.setIndex(new Ve(c,1))}return o}function NM(i,t,e,n,s){for(let r=0;r<3;r++){let[o,a,l]=[i[t+r],i[t+4+r],i[t+8+r]],c=s+4*r;n[c]=o*e[0]+a*e[1]+l*e[2],n[c+1]=o*e[4]+a*e[5]+l*e[6],n[c+2]=o*e[8]+a*e[9]+l*e[10],n[c+3]=o*e[12]+a*e[13]+l*e[14]+i[t+12+r]}}var FM=160,OM=350,ea=class i{constructor(t,e,n,s,r){this.header=t;this.blob=e;this.ghost=n;this.perches=s;let{scene:o}=t;this.mats=new Float64Array(16*Math.max(o.bodies.length+s.length,1)),this.plain=o.solids.length+o.joints.length>OM,this.unit=kM(t),this.thick=.9*this.unit,this.layer=[...r,...s.map(({body:a})=>r[a])],this.layers=Math.max(1,...this.layer.map(a=>a+1));for(let a of o.elements)a.colour&&this.colours.set(a.id,a.colour==="#555555"?"#7f8896":a.colour);this.links=new Gl(this)}group=new si;mats;unit;layer;layers;thick;plain;pools=new Map;bent=[];links;colours=new Map;anchors=new Map;hidden=new Set;static async make(t,e,n,s=!1){let r=t.dimension===2?zM(t):t.scene.bodies.map(()=>0),{header:o,perches:a}=am(t);n.hold(o.scene.bodies,a);let l=new i(o,e,s,a,r);n.sample(n.start,l.mats),await l.bodies(),l.beams(n),s||(um(l,n),l.links.build());for(let c of l.pools.values())c.finish(l.group),s&&c.fade(.22);return l}pool(t,e,n=!1){let s=this.pools.get(t);return s||(s=new rs(e(),{flat:this.plain,dashed:n}),this.pools.set(t,s)),s}colour(t){return this.colours.get(t)??"#8a8f98"}lift(t){return this.header.dimension!==2?0:t<0?-this.thick:(this.layer[t]-(this.layers-1)/2)*this.thick*1.08}lifted(t,e){return[t[0],t[1],t[2]+this.lift(e)]}async bodies(){let t=new Set(this.header.scene.solids.filter(n=>n.form==="rod").map(n=>mm(n))),e=this.header.dimension===2&&t.size<=FM&&!this.plain;for(let n of this.header.scene.solids){let s=this.colour(n.element);if(n.form==="rod")this.rod(n,s,e);else if(n.form==="outline")this.outline(n,s);else if(n.form==="mesh"){let r=await eo(this.blob,n.corners);this.pool(`mesh ${n.element}`,()=>om(r.slice())).add(n.element,s,n.body)}else this.shape(n,s);this.anchor(n)}}anchor(t){if(this.anchors.has(t.element))return;let e=t.a&&t.b?[(t.a[0]+t.b[0])/2,(t.a[1]+t.b[1])/2,(t.a[2]+t.b[2])/2]:Array.isArray(t.corners)?vm(t.corners):t.centre??[0,0,0];this.anchors.set(t.element,{body:t.body,at:e})}rod(t,e,n){let[s,r]=[t.a,t.b],o=Math.hypot(r[0]-s[0],r[1]-s[1],r[2]-s[2]);if(n){let l=mm(t),c=this.lifted(s,t.body),h=Yn(c,[0,0,1],[r[0]-s[0],r[1]-s[1],0],[1,1,1]);this.pool(`bar ${l}`,()=>nm(o,1.9*this.unit,this.thick)).add(t.element,e,t.body,h);return}let a=this.unit*(this.header.dimension===2?.7:.62);if(this.pool("rods",()=>this.plain?tm():mn(18)).add(t.element,e,t.body,$e(s,r,a,a)),!this.plain)for(let l of[s,r])this.pool("ends",()=>Si(18)).add(t.element,e,t.body,new Qt().makeScale(a,a,a).setPosition(...l))}outline(t,e){let n=t.corners,{origin:s,x:r,y:o,n:a}=BM(n),l=n.map(f=>new gt(gm(ta(f,s),r),gm(ta(f,s),o))),c=t.thickness??(this.header.dimension===2?this.thick:.7*this.unit),h=t.form==="plate"?.002*this.unit:.95*this.unit,u=this.lifted(s,t.body),d=`plate ${t.form} ${c.toPrecision(4)} ${l.map(f=>`${f.x.toPrecision(5)},${f.y.toPrecision(5)}`).join(" ")}`;Math.abs(td(l))<1e-12||this.pool(d,()=>Bl(l,h,c)).add(t.element,e,t.body,Yn(u,a,r,[1,1,1]))}shape(t,e){let n=t.centre??[0,0,0],s=this.header.dimension===2,r=this.lifted(n,t.body);if(t.form==="box"){let[o,a,l]=t.size;this.pool("boxes",nr).add(t.element,e,t.body,Yn(r,[0,0,1],[1,0,0],[o,a,l||this.thick]))}else if(t.form==="sphere"||t.form==="circle"){let o=t.radius;if(s){let a=[r[0],r[1],r[2]-this.thick/2];this.pool("discs",()=>mn(40)).add(t.element,e,t.body,Yn(a,[0,0,1],null,[o,o,this.thick]))}else this.pool("balls",()=>Si(28)).add(t.element,e,t.body,new Qt().makeScale(o,o,o).setPosition(...r))}else if(t.form==="cylinder"){let o=t.radius,a=t.axis??[0,0,1],l=(t.length??2*o)/Math.hypot(...a)/2,c=t.start??n.map((u,d)=>u-a[d]*l),h=t.end??n.map((u,d)=>u+a[d]*l);this.pool("discs",()=>mn(40)).add(t.element,e,t.body,$e(c,h,o,o))}else if(t.form==="plate"){let o=t.corners;this.outline({...t,corners:o},e)}else{let o=1.5*this.unit;if(s){let a=[r[0],r[1],r[2]-this.thick/2];this.pool("weights",()=>mn(32)).add(t.element,e,t.body,Yn(a,[0,0,1],null,[o,o,this.thick]))}else this.pool("balls",()=>Si(28)).add(t.element,e,t.body,new Qt().makeScale(o,o,o).setPosition(...r))}}beams(t){for(let e of this.header.scene.beams){let n=this.header.scene.bodies[e.body],s=.9*this.unit,r=e.shape==="rectangle",o=new Ol(t.bends.has(n)?41:2,r,Math.max(e.height,s),Math.max(e.width,s)),a=new rs(o.geometry,{plain:this.plain,both:!0});a.add(e.element,this.colour(e.element),-2),this.pools.set(`beam ${e.element}`,a),this.bent.push({pool:a,bend:o,body:e.body,name:n,element:e.element,offset:this.lift(e.body),length:e.length}),this.anchors.has(e.element)||this.anchors.set(e.element,{body:e.middle??e.body,at:[0,0,0]})}}follow(t,e){for(let n of this.bent){let s=16*n.body,r=new N(this.mats[s+4],this.mats[s+5],this.mats[s+6]),o=t.stations(n.name,e),a=[];if(o&&n.bend.points>2)VM(o.at,o.places,n.bend.points,a,n.offset);else for(let l=0;l<n.bend.points;l++){let c=$n(this.mats,n.body,[n.length*l/(n.bend.points-1),0,0]);a.push(new N(c[0],c[1],c[2]+n.offset))}n.bend.follow(a,r),n.pool.place(0,new Qt,!this.hidden.has(n.element))}}update(t,e,n){t.sample(e,this.mats),this.refit(n),this.follow(t,e)}refit(t){for(let e of this.pools.values())e.update(this.mats,this.hidden);this.ghost||this.links.update(t,this.hidden)}measure(t){this.links.measure(t)}halo(t,e){for(let n of this.pools.values())n.mark(t,e)}pick(t){let e=[];for(let n of this.pools.values())n.hits(t,e);return e.sort((n,s)=>n.distance-s.distance),e.find(({element:n})=>n!=="ground"&&!this.hidden.has(n))?.element??null}dispose(){this.group.removeFromParent();for(let t of this.pools.values())t.dispose()}};function kM(i){let{box:t,scene:e}=i,n=Math.max(t[1][0]-t[0][0],t[1][1]-t[0][1],t[1][2]-t[0][2],1e-6),s=e.solids.filter(o=>o.a&&o.b).map(o=>Math.hypot(...o.b.map((a,l)=>a-o.a[l])));s.sort((o,a)=>o-a);let r=s.length?s[s.length>>1]:n;return Math.max(Math.min(.0165*n,.09*r),.0015*n)}function zM(i){let t=i.scene.bodies.length,e=Array.from({length:t},()=>new Set);for(let{a:s,b:r}of i.scene.joints)s[0]<0||r[0]<0||s[0]===r[0]||(e[s[0]].add(r[0]),e[r[0]].add(s[0]));let n=new Array(t).fill(-1);for(let s=0;s<t;s++){let r=new Set([...e[s]].map(a=>n[a])),o=0;for(;r.has(o);)o++;n[s]=o}return n}function mm(i){let[t,e]=[i.a,i.b];return Math.hypot(e[0]-t[0],e[1]-t[1],e[2]-t[2]).toPrecision(5)}function vm(i){return[0,1,2].map(t=>i.reduce((e,n)=>e+n[t],0)/i.length)}var ta=(i,t)=>[i[0]-t[0],i[1]-t[1],i[2]-t[2]],gm=(i,t)=>i[0]*t[0]+i[1]*t[1]+i[2]*t[2];function BM(i){let t=vm(i),e=new N;i.forEach((r,o)=>{let a=new N(...ta(r,t));e.add(a.cross(new N(...ta(i[(o+1)%i.length],t))))}),e.lengthSq()||e.set(0,0,1),e.normalize(),e.z<0&&Math.abs(e.x)+Math.abs(e.y)<1e-6&&e.negate();let n=new N(...ta(i[0],t));n.addScaledVector(e,-n.dot(e)).normalize();let s=new N().crossVectors(e,n);return{origin:t,x:n.toArray(),y:s.toArray(),n:e.toArray()}}function VM(i,t,e,n,s=0){let r=i.length-1,o=(l,c)=>{let h=Math.max(l-1,0),u=Math.min(l+1,r);return(t[3*u+c]-t[3*h+c])/(i[u]-i[h]||1)},a=0;for(let l=0;l<e;l++){let c=i[0]+(i[r]-i[0])*l/(e-1);for(;a<r-1&&c>i[a+1];)a++;let h=i[a+1]-i[a]||1,u=Math.min(Math.max((c-i[a])/h,0),1),d=[0,0,0];for(let f=0;f<3;f++){let[g,v,m,p]=[t[3*a+f],t[3*(a+1)+f],o(a,f)*h,o(a+1,f)*h];d[f]=g+u*(m+u*(3*(v-g)-2*m-p+u*(m+p-2*(v-g))))}n.push(new N(d[0],d[1],d[2]+s))}}var nd=["reactions","contacts","forces","velocities","accelerations"],HM={reactions:"#c8372d",contacts:"#b3541e",forces:"#e08a1e",velocities:"#2a9d8f",accelerations:"#8e5bb5"},GM=.16,WM=200,XM=new Set(["revolute","spherical","universal","fixed"]),Xl=class{constructor(t,e,n){this.header=t;this.columns=e;this.blob=n}group=new si;sets=new Map;on=new Set;kinds(){return nd.filter(t=>this.list(t).length>0)}list(t){let e=(a,l)=>l.map(c=>this.columns.of(a).find(h=>h.quantity===c&&h.run===0)??null),{scene:n}=this.header;if(t==="forces")return this.header.forces.map(a=>({element:a.element,body:a.at[0],at:a.at[1],frame:a.frame,parts:[]}));if(t==="reactions")return n.joints.filter(a=>a.element.startsWith("joints/")).map(a=>({element:a.element,body:a.b[0]>=0?a.b[0]:a.a[0],at:a.b[0]>=0?a.b[1]:a.a[1],frame:-1,parts:e(a.element,["fx","fy","fz"])})).filter(a=>a.parts[0]);if(t==="contacts")return[...new Set(this.columns.all.filter(l=>/^contacts?\//.test(l.element)).map(l=>l.element))].map(l=>({element:l,body:-1,at:[0,0,0],frame:-1,parts:e(l,["fx","fy","fz"]),where:e(l,["x","y","z"])})).filter(l=>l.parts[0]&&l.where[0]);let s=t==="velocities"?["vx","vy","vz"]:["ax","ay","az"],r=n.bodies.map((a,l)=>({element:`bodies/${a}`,body:l,at:[0,0,0],frame:-1,parts:e(`bodies/${a}`,s)})),o=n.points.map(a=>({element:a.element,body:a.at[0],at:a.at[1],frame:-1,parts:e(a.element,s)}));return[...r,...o].filter(a=>a.parts[0])}async show(t,e){if(!e){this.on.delete(t);let s=this.sets.get(t);s&&(s.shafts.mesh.visible=s.heads.mesh.visible=!1);return}this.on.add(t);let n=this.sets.get(t);if(!n){let s=this.list(t),r=new rs(mn(10),{plain:!0}),o=new rs(kl(14),{plain:!0});if(s.forEach(a=>[r,o].forEach(l=>l.add(a.element,HM[t],-2))),r.finish(this.group),o.finish(this.group),n={arrows:s,shafts:r,heads:o,largest:0,ready:!1},this.sets.set(t,n),t==="forces")for(let[a,l]of this.header.forces.entries())s[a].parts=await Promise.all(l.vector.map(c=>eo(this.blob,c)));for(let a of s){let l=await Promise.all(a.parts.map(h=>h===null?null:h instanceof Float32Array?h:this.columns.values(h)));a.parts=l,a.where&&(a.where=await Promise.all(a.where.map(h=>h===null||h instanceof Float32Array?h:this.columns.values(h))));let c=l.find(h=>h);for(let h=0;c&&h<c.length;h++){let u=Math.hypot(...l.map(d=>d?d[h]:0));u>n.largest&&Number.isFinite(u)&&(n.largest=u)}}n.ready=!0}n.shafts.mesh.visible=n.heads.mesh.visible=!0}update(t,e,n){for(let s of this.on){let r=this.sets.get(s);if(!r?.ready)continue;let o=GM*this.header.size/(r.largest||1),a=.26*t.unit;r.arrows.forEach((l,c)=>{let h=l.parts.map(_=>_?li(_,e,n):0);l.frame>=0&&(h=hm(t.mats,l.frame,[h[0],h[1],h[2]??0]));let u=new N(h[0]||0,h[1]||0,h[2]||0).multiplyScalar(o),d=u.length(),f=l.where?l.where.map(_=>_?li(_,e,n):0):l.at,g=$n(t.mats,l.body,f,[0,0,0]);t.header.dimension===2&&(g[2]+=(t.layers+1)*t.thick);let v=Math.min(3.2*a*1.6,.5*d),m=[g[0]+u.x,g[1]+u.y,g[2]+u.z],p=m.map((_,y)=>_-(m[y]-g[y])*v/(d||1)),b=d>.004*this.header.size&&!t.hidden.has(l.element);r.shafts.place(c,$e(g,p,a,a),b),r.heads.place(c,$e(p,m,2.3*a,2.3*a),b)})}}},ql=class{group=new si;lines=new Map;get ids(){return[...this.lines.keys()]}has(t){return this.lines.has(t)}add(t,e,n,s,r,o,a){this.remove(t);let l=Math.min(s.time.length,3e3),c=new Float32Array(3*l),h=new Float64Array(l),u=new Float64Array(16*r);for(let v=0;v<l;v++){h[v]=s.time[Math.floor(v*(s.time.length-1)/Math.max(l-1,1))],s.sample(h[v],u);let m=$n(u,e,n);c.set([m[0],m[1],m[2]+a],3*v)}let d=()=>new Ge().setAttribute("position",new Ve(c,3)),f=new Jr(d(),new $s({color:o,transparent:!0,opacity:.3})),g=new Jr(d(),new $s({color:o}));f.frustumCulled=g.frustumCulled=!1,f.name=g.name=t,this.group.add(f,g),this.lines.set(t,{past:g,count:l,times:h})}remove(t){this.lines.delete(t);for(let e of this.group.children.filter(n=>n.name===t))this.group.remove(e)}update(t){for(let{past:e,count:n,times:s}of this.lines.values()){let r=0;for(;r<n&&s[r]<=t+1e-12;)r++;e.geometry.setDrawRange(0,r)}}},Yl=class{group=new si;pool=null;joints=[];count=0;update(t,e){let n=e?t.header.scene.joints.filter(r=>XM.has(r.form)):[];(n.length!==this.joints.length||n[0]!==this.joints[0])&&this.build(n);let s=t.header.dimension===2?(t.layers+1)*t.thick:0;this.count=0,this.joints.forEach((r,o)=>{let[a,l]=[r.a,r.b].map(([h,u])=>$n(t.mats,h,u,[0,0,0])),c=Math.hypot(a[0]-l[0],a[1]-l[1],a[2]-l[2])>1e-6*t.header.size;c&&this.count++,s&&(a[2]=l[2]=s),this.pool?.place(o,$e(a,l,.35*t.unit,.35*t.unit),c)})}build(t){this.joints=t,this.group.clear(),this.pool?.dispose(),this.pool=t.length?new rs(mn(10),{plain:!0}):null;for(let e of t)this.pool?.add(e.element,"#e5484d",-2);this.pool?.finish(this.group)}},$l=class{host=tt("div",{class:"names","aria-hidden":"true"});held=new Map;on=!1;update(t,e,n,s){let r=new Set,o=e.host.clientWidth,a=e.host.clientHeight,l=new N;for(let[c,{body:h,at:u}]of t.anchors){let d=c.split("/")[0];if(c!==n&&!(this.on&&s.has(d))||t.hidden.has(c)||r.size>=WM)continue;let f=$n(t.mats,h,u);if(l.set(f[0],f[1],f[2]).project(e.camera),l.z>1||Math.abs(l.x)>1.05||Math.abs(l.y)>1.05)continue;r.add(c);let g=this.held.get(c);g||(g=tt("span",{class:"name"},c.slice(c.indexOf("/")+1)),this.held.set(c,g),this.host.append(g)),g.classList.toggle("chosen",c===n),g.style.transform=`translate(${Math.round((l.x+1)/2*o)}px, ${Math.round((1-l.y)/2*a)}px)`}for(let[c,h]of this.held)r.has(c)||(h.remove(),this.held.delete(c))}};var qM=["angle","displacement","force","effort","speed","value"],Zl=class{constructor(t,e){this.stage=t;this.server=e;t.scene.add(this.traces.group,this.gaps.group),t.host.append(this.names.host),t.onframe=n=>this.step(n),t.ondrawn=()=>{this.mechanism&&this.names.update(this.mechanism,t,this.selected,this.nameSections)}}header;columns;arrows;mechanism=null;ghost=null;ghostShown=!0;tracks=[];track;ghostTrack=null;time=0;playing=!1;rate=1;loop=!0;selected=null;hovered=null;strongest=0;degrees=!0;faults=[];connected=!0;posed=null;traces=new ql;gaps=new Yl;names=new $l;nameSections=new Set(["bodies","beams","joints","cables","springs","dampers","drivers","forces"]);elements=new Map;listeners=new Map;stale=!0;on(t,e){let n=this.listeners.get(t);n?n.push(e):this.listeners.set(t,[e])}tell(t){for(let e of this.listeners.get(t)??[])e()}async load(t,e){let n=!this.mechanism,s=n?null:{name:this.track.entry.name,time:this.time,size:this.header.size,dimension:this.header.dimension},r=await Promise.all(t.tracks.map(m=>Hl.read(m,e))),o=r.filter(m=>!m.entry.ghost),a=r.find(m=>m.entry.ghost)??null,l=o.find(m=>m.entry.name===s?.name)??YM(o),c=await ea.make(t,e,l),h=a?await ea.make(t.shade?{...t,scene:t.shade}:t,e,a,!0):null;for(let m of o)m.hold(t.scene.bodies,c.perches);let u=this.mechanism?.hidden??new Set;this.mechanism?.dispose(),this.ghost?.dispose(),this.arrows?.group.removeFromParent(),this.header=t,this.tracks=o,this.ghostTrack=a,this.mechanism=c,this.ghost=h,c.hidden=u,this.posed=null,this.track=l,this.columns=new Fl(t,e,m=>this.server.column(m));let d=n?[]:[...this.arrows.on];this.arrows=new Xl(c.header,this.columns,e),this.stage.scene.add(c.group,this.arrows.group),h&&this.stage.scene.add(h.group),this.elements.clear();for(let m of t.scene.elements)this.elements.set(m.id,m);this.selected&&!this.elements.has(this.selected)&&(this.selected=null);let[f,g]=t.box,v=2*c.unit;this.stage.frame(f.map(m=>m-v),g.map(m=>m+v),t.dimension===2),(n||s?.dimension!==t.dimension)&&(this.stage.setParallel(t.dimension===2),this.stage.look(t.dimension===2?"front":"iso")),this.time=s&&s.name===l.entry.name?id(s.time,l.start,l.end):l.start,this.measure();for(let m of d)this.arrows.show(m,!0).then(()=>this.refresh());for(let m of this.traces.ids)this.retrace(m);this.refresh(),this.tell("load"),this.tell("track"),this.tell("select"),this.tell("time")}async measure(){let{mechanism:t,columns:e}=this,n=0;for(let s of this.header.scene.links){let r=s.force?e.named(s.force):void 0;if(!(!r||!s.element.startsWith("cables/")))for(let o of await e.values(r))o>n&&(n=o)}t===this.mechanism&&(t?.measure(n),this.strongest=n,this.refresh(),this.tell("look"))}step(t){if(this.playing){let e=this.time+t*this.rate;e>this.track.end&&(this.loop&&this.track.end>this.track.start?e=this.track.start+(e-this.track.start)%(this.track.end-this.track.start):(e=this.track.end,this.play(!1))),this.seek(e)}return this.stale?(this.stale=!1,this.pose(),!0):!1}seek(t){this.time=id(Number(t),this.track.start,this.track.end),this.posed=null,this.refresh(),this.tell("time")}play(t){t&&this.track.end<=this.track.start||(t&&this.time>=this.track.end&&!this.loop&&(this.time=this.track.start),this.playing=t,this.tell("play"))}nudge(t){let[e,n]=this.track.locate(this.time),s=t>0?e+1:n>0?e:e-1;this.play(!1),this.seek(this.track.time[id(s,0,this.track.time.length-1)])}setTrack(t){this.track=t,this.posed=null;for(let e of this.traces.ids)this.retrace(e);this.play(t.entry.loop===!0),this.seek(t.start),this.tell("track")}get running(){return this.track.entry.name==="run"}refresh(){this.stale=!0,this.stage.touch()}pose(){let{mechanism:t,track:e,time:n}=this;if(!t)return;let[s,r]=e.locate(n),o=c=>{if(!this.running)return null;let h=this.columns.named(c),u=h?this.columns.now(h):null;return u?li(u,s,r):null};t.update(e,n,o),this.posed&&(t.mats.set(this.posed),e.settle(t.mats,null),t.refit(o)),this.ghost&&this.ghostTrack&&(this.ghost.group.visible=this.ghostShown&&this.running,this.ghost.group.visible&&this.ghost.update(this.ghostTrack,n,()=>null)),this.arrows.group.visible=this.running,this.running&&this.arrows.update(t,s,r),this.traces.update(n),this.gaps.update(t,this.header.kind==="model"&&!this.running);let a=this.stage.renderer.getSize(new gt);ed.value.copy(a);let l=getComputedStyle(document.documentElement).getPropertyValue("--accent").trim();t.halo(this.selected??this.hovered,new se(l||"#2f6fed"))}select(t){this.selected!==t&&(this.selected=t,this.refresh(),this.tell("select"))}hover(t){this.hovered!==t&&(this.hovered=t,this.refresh())}hide(t,e){for(let n of t)e?this.mechanism?.hidden.add(n):this.mechanism?.hidden.delete(n);this.refresh(),this.tell("look")}isolate(t){let e=[...this.elements.keys()].filter(n=>t!==null&&n!==t&&n.split("/")[0]===t.split("/")[0]);this.mechanism?.hidden.clear(),this.hide(e,!0)}async arrow(t,e){await this.arrows.show(t,e),this.refresh(),this.tell("look")}trace(t){!this.mechanism?.anchors.get(t)||!this.mechanism||(this.traces.has(t)?this.traces.remove(t):this.retrace(t),this.refresh(),this.tell("look"))}retrace(t){let e=this.mechanism?.anchors.get(t);if(!e||!this.mechanism||this.track.time.length<2)return this.traces.remove(t);let n=t.startsWith("bodies/")?[0,0,0]:e.at,s=this.header.dimension===2?(this.mechanism.layers+1)*this.mechanism.thick:0,r=this.elements.get(t)?.colour??"#2f6fed";this.traces.add(t,e.body,n,this.track,this.mechanism.mats.length/16,r,s)}async telling(t){if(!this.running)return"";let e=this.columns.of(t).filter(a=>a.run===0),n=qM.map(a=>e.find(l=>l.quantity===a)).find(a=>a);if(!n)return"";let s=await this.columns.values(n),[r,o]=this.shownUnit(n.unit);return`${n.quantity} ${Fn(li(s,...this.track.locate(this.time))*o)} ${r.replace("^2","\xB2")}`}event(t){let e=this.running?this.header.events.map(([r])=>r):[],n=1e-9*(this.track.end-this.track.start),s=t>0?e.find(r=>r>this.time+n):e.filter(r=>r<this.time-n).pop();s!==void 0&&(this.play(!1),this.seek(s))}bodies(){this.stale&&(this.stale=!1,this.pose(),this.stage.touch());let t={};return this.header.scene.bodies.forEach((e,n)=>{this.track.has(n)&&(t[e]=Array.from(this.mechanism.mats.subarray(16*n,16*n+16)))}),t}shownUnit(t){return this.degrees&&/^rad\b/.test(t)?[t.replace("rad","\xB0"),180/Math.PI]:[t,1]}};function YM(i){return i.find(t=>t.entry.name==="run")??i.find(t=>t.entry.name==="assembled")??i[0]}function id(i,t,e){return Math.min(Math.max(Number.isFinite(i)?i:t,t),e)}var sd={N:"axial force",Q:"shear force",Qy:"shear force y",Qz:"shear force z",M:"bending moment",T:"torque",My:"bending moment y",Mz:"bending moment z"},Jl=class{constructor(t){this.app=t}node=tt("div",{class:"along"});canvas=tt("canvas",{role:"img"});said=tt("p",{class:"along-said"});chips=tt("div",{class:"actions"});stations=[];quantity="";low=0;high=0;async fill(t){let e=[...new Set(t.map(r=>r.quantity))].filter(r=>r in sd);if(this.node.hidden=!e.length,!e.length)return;e.includes(this.quantity)||(this.quantity=e.find(r=>r.startsWith("M"))??e[0]),this.chips.replaceChildren(...e.map(r=>tt("button",{type:"button",class:"chip","aria-pressed":String(r===this.quantity),title:sd[r],onclick:()=>(this.quantity=r,void this.fill(t))},r))),this.node.replaceChildren(tt("h3",{},"Section forces along it"),this.chips,this.canvas,this.said);let n=t.filter(r=>r.quantity===this.quantity&&r.run===0),s=await Promise.all(n.map(async r=>({at:$M(r),column:r,values:await this.app.columns.values(r)})));this.stations=s.sort((r,o)=>r.at-o.at),this.low=0,this.high=0;for(let{values:r}of this.stations)for(let o of r)Number.isFinite(o)&&(o<this.low&&(this.low=o),o>this.high&&(this.high=o));this.draw()}draw(){let{stations:t,canvas:e,app:n}=this;if(!t.length||!this.node.offsetParent)return;let s=Math.min(window.devicePixelRatio||1,2),[r,o]=[e.clientWidth,e.clientHeight];e.width=r*s,e.height=o*s;let a=e.getContext("2d");if(!a)return;a.scale(s,s);let l=getComputedStyle(document.documentElement),[c,h]=n.track.locate(n.time),u=this.high-this.low||1,d=t[t.length-1].at-t[0].at||1,f=b=>4+(b-t[0].at)/d*(r-8),g=b=>6+(this.high-b)/u*(o-12);a.strokeStyle=l.getPropertyValue("--line").trim(),a.beginPath(),a.moveTo(4,g(0)),a.lineTo(r-4,g(0)),a.stroke();let v=t.map(b=>li(b.values,c,h));a.strokeStyle=l.getPropertyValue("--accent").trim(),a.fillStyle=l.getPropertyValue("--accent-soft").trim(),a.lineWidth=1.6,a.beginPath(),a.moveTo(f(t[0].at),g(0)),t.forEach((b,_)=>a.lineTo(f(b.at),g(v[_]))),a.lineTo(f(t[t.length-1].at),g(0)),a.fill(),a.beginPath(),t.forEach((b,_)=>_?a.lineTo(f(b.at),g(v[_])):a.moveTo(f(b.at),g(v[_]))),a.stroke();let m=v.reduce((b,_,y)=>Math.abs(_)>Math.abs(v[b])?y:b,0),p=`${sd[this.quantity]} ${Fn(v[m])} ${t[m].column.unit} at ${Fn(t[m].at)} m`;this.said.textContent!==p&&(this.said.textContent=p),e.setAttribute("aria-label",p)}};function $M(i){let t=i.name.slice(0,i.name.length-i.quantity.length-1);return Number(t.slice(t.lastIndexOf("@")+1))}var Kl=class{constructor(t,e){this.app=t;this.plot=e;this.along=new Jl(t),t.on("select",()=>this.draw()),t.on("look",()=>this.draw()),t.on("time",()=>this.values()),t.on("track",()=>this.values())}node=tt("section",{class:"details","aria-label":"Selected element"});along;live=[];draw(){let{app:t}=this,e=t.selected?t.elements.get(t.selected):void 0;if(this.live=[],this.node.classList.toggle("none",!e),!e){this.node.replaceChildren(tt("p",{class:"empty"},"Click a part in the picture or the list to see what is known about it."));return}let n=t.mechanism?.hidden.has(e.id)??!1,s=tt("div",{class:"actions"}),r=(d,f,g)=>s.append(tt("button",{type:"button",class:"chip","aria-pressed":String(f),onclick:g},d));r(n?"Show":"Hide",n,()=>t.hide([e.id],!n)),r("Isolate",!1,()=>t.isolate(e.id)),t.mechanism?.hidden.size&&r("Show all",!1,()=>t.isolate(null)),["bodies","points","joints"].includes(e.section)&&t.track.time.length>1&&r("Trace",t.traces.has(e.id),()=>t.trace(e.id));let o=tt("header",{},tt("h2",{},e.name),tt("p",{},[e.type,e.kind].filter(Boolean).join(" "),e.line?tt("span",{class:"line"},` \xB7 line ${e.line}`):null),qe("close","Select nothing",()=>t.select(null))),a=t.columns.of(e.id).filter(d=>d.run===0),l=a.filter(d=>!d.name.includes("@")),c=e.section==="beams"?a.filter(d=>d.name.includes("@")):[],h=tt("table",{class:"values"});for(let d of l){let f=tt("td",{class:"number"}),[g]=t.shownUnit(d.unit),v=qe("plus",`Plot ${en(d)}`,()=>this.plot(en(d)));h.append(tt("tr",{},tt("th",{scope:"row"},d.name.slice(d.name.indexOf(".")+1)),f,tt("td",{class:"unit"},g.replace("^2","\xB2")),tt("td",{},v))),this.live.push({column:d,cell:f})}let u=tt("dl",{});for(let d of l){let f=t.header.bounds?.[d.name];f&&u.append(tt("dt",{},`bounds of ${d.quantity}`),tt("dd",{},`${f[0]??"none"} to ${f[1]??"none"} ${d.unit}`))}for(let[d,f]of e.note)u.append(tt("dt",{},d),tt("dd",{},f));this.node.replaceChildren(o,s,...c.length?[this.along.node]:[],...l.length?[h]:[],...u.childElementCount?[tt("h3",{},"As written"),u]:[]),c.length&&this.along.fill(c),this.values()}values(){if(this.app.selected?.startsWith("beams/")&&this.along.draw(),!this.live.length||!this.node.offsetParent)return;let[t,e]=this.app.track.locate(this.app.time);for(let{column:n,cell:s}of this.live){let r=this.app.columns.now(n);if(!r){this.app.columns.values(n).then(()=>this.values());continue}let[,o]=this.app.shownUnit(n.unit),a=this.app.running?Fn(li(r,t,e)*o,6):"\u2013";s.textContent!==a&&(s.textContent=a)}}};var io=class{version=-1;last=-1;app=null;async column(t){let e=await fetch(`column?index=${t}&version=${this.last}`);return e.ok?new Float32Array(await e.arrayBuffer()):new Float32Array}async parameters(t){await this.take(await this.post("parameters",t))}async drag(t,e,n){return await this.post("drag",{joint:t,coordinate:e,value:n})}async post(t,e){let n=await fetch(t,{method:"POST",headers:{"Content-Type":"application/json"},body:JSON.stringify(e)});if(!n.ok)throw new Error(await n.text());return n.json()}async take(t){let{version:e,header:n,numbers:s,faults:r}=t;this.app&&(this.last=e,this.app.faults=r,n&&await this.app.load(n,Nl(s??"")),this.app.tell("faults"),this.version=e)}async start(t){this.app=t,await this.take(await(await fetch("document")).json()),this.follow()}async follow(){let t=200;for(;;)try{let e=await fetch(`wait?version=${this.last}`);if(!e.ok)throw new Error(String(e.status));let{version:n}=await e.json();this.app&&!this.app.connected&&(this.app.connected=!0,this.app.tell("faults")),t=200,n!==this.last&&await this.take(await(await fetch("document")).json())}catch{this.app?.connected&&(this.app.connected=!1,this.app.tell("faults")),await new Promise(e=>setTimeout(e,t)),t=Math.min(t*2,5e3)}}};var rn="u-",ZM="uplot",JM=rn+"hz",KM=rn+"vt",jM=rn+"title",QM=rn+"wrap",tw=rn+"under",ew=rn+"over",nw=rn+"axis",rr=rn+"off",iw=rn+"select",sw=rn+"cursor-x",rw=rn+"cursor-y",ow=rn+"cursor-pt",aw=rn+"legend",lw=rn+"live",cw=rn+"inline",hw=rn+"series",uw=rn+"marker",ym=rn+"label",dw=rn+"value",sa="width",ra="height",na="top",xm="bottom",so="left",rd="right",Md="#000",_m=Md+"0",od="mousemove",bm="mousedown",ad="mouseup",Mm="mouseenter",wm="mouseleave",Sm="dblclick",fw="resize",pw="scroll",Em="change",nc="dppxchange",wd="--",uo=typeof window<"u",dd=uo?document:null,oo=uo?window:null,mw=uo?navigator:null,be,jl;function fd(){let i=devicePixelRatio;be!=i&&(be=i,jl&&md(Em,jl,fd),jl=matchMedia(`(min-resolution: ${be-.001}dppx) and (max-resolution: ${be+.001}dppx)`),or(Em,jl,fd),oo.dispatchEvent(new CustomEvent(nc)))}function Zn(i,t){if(t!=null){let e=i.classList;!e.contains(t)&&e.add(t)}}function pd(i,t){let e=i.classList;e.contains(t)&&e.remove(t)}function Fe(i,t,e){i.style[t]=e+"px"}function Ai(i,t,e,n){let s=dd.createElement(i);return t!=null&&Zn(s,t),e?.insertBefore(s,n),s}function ci(i,t){return Ai("div",i,t)}var Am=new WeakMap;function Vi(i,t,e,n,s){let r="translate("+t+"px,"+e+"px)",o=Am.get(i);r!=o&&(i.style.transform=r,Am.set(i,r),t<0||e<0||t>n||e>s?Zn(i,rr):pd(i,rr))}var Tm=new WeakMap;function Cm(i,t,e){let n=t+e,s=Tm.get(i);n!=s&&(Tm.set(i,n),i.style.background=t,i.style.borderColor=e)}var Rm=new WeakMap;function Pm(i,t,e,n){let s=t+""+e,r=Rm.get(i);s!=r&&(Rm.set(i,s),i.style.height=e+"px",i.style.width=t+"px",i.style.marginLeft=n?-t/2+"px":0,i.style.marginTop=n?-e/2+"px":0)}var Sd={passive:!0},gw={...Sd,capture:!0};function or(i,t,e,n){t.addEventListener(i,e,n?gw:Sd)}function md(i,t,e,n){t.removeEventListener(i,e,Sd)}uo&&fd();function Ti(i,t,e,n){let s;e=e||0,n=n||t.length-1;let r=n<=2147483647;for(;n-e>1;)s=r?e+n>>1:Jn((e+n)/2),t[s]<i?e=s:n=s;return i-t[e]<=t[n]-i?e:n}function sg(i){return(e,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(e[a])){r=a;break}for(let a=s;a>=n;a--)if(i(e[a])){o=a;break}return[r,o]}}var rg=i=>i!=null,og=i=>i!=null&&i>0,rc=sg(rg),vw=sg(og);function yw(i,t,e,n=0,s=!1){let r=s?vw:rc,o=s?og:rg;[t,e]=r(i,t,e);let a=i[t],l=i[t];if(t>-1)if(n==1)a=i[t],l=i[e];else if(n==-1)a=i[e],l=i[t];else for(let c=t;c<=e;c++){let h=i[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??Pe,l??-Pe]}function oc(i,t,e,n){let s=Dm(i),r=Dm(t);i==t&&(s==-1?(i*=e,t/=e):(i/=e,t*=e));let o=e==10?os:ag,a=s==1?Jn:hi,l=r==1?hi:Jn,c=a(o(sn(i))),h=l(o(sn(t))),u=ao(e,c),d=ao(e,h);return e==10&&(c<0&&(u=Ie(u,-c)),h<0&&(d=Ie(d,-h))),n||e==2?(i=u*s,t=d*r):(i=ug(i,u),t=ac(t,d)),[i,t]}function Ed(i,t,e,n){let s=oc(i,t,e,n);return i==0&&(s[0]=0),t==0&&(s[1]=0),s}var Ad=.1,Im={mode:3,pad:Ad},aa={pad:0,soft:null,mode:0},xw={min:aa,max:aa};function ic(i,t,e,n){return lc(e)?Lm(i,t,e):(aa.pad=e,aa.soft=n?0:null,aa.mode=n?3:0,Lm(i,t,xw))}function ve(i,t){return i??t}function _w(i,t,e){for(t=ve(t,0),e=ve(e,i.length-1);t<=e;){if(i[t]!=null)return!0;t++}return!1}function Lm(i,t,e){let n=e.min,s=e.max,r=ve(n.pad,0),o=ve(s.pad,0),a=ve(n.hard,-Pe),l=ve(s.hard,Pe),c=ve(n.soft,Pe),h=ve(s.soft,-Pe),u=ve(n.mode,0),d=ve(s.mode,0),f=t-i,g=os(f),v=In(sn(i),sn(t)),m=os(v),p=sn(m-g);(f<1e-24||p>10)&&(f=0,(i==0||t==0)&&(f=1e-24,u==2&&c!=Pe&&(r=0),d==2&&h!=-Pe&&(o=0)));let b=f||v||1e3,_=os(b),y=ao(10,Jn(_)),U=b*(f==0?i==0?.1:1:r),A=Ie(ug(i-U,y/10),24),I=i>=c&&(u==1||u==3&&A<=c||u==2&&A>=c)?c:Pe,D=In(a,A<I&&i>=I?I:Ci(I,A)),E=b*(f==0?t==0?.1:1:o),M=Ie(ac(t+E,y/10),24),C=t<=h&&(d==1||d==3&&M>=h||d==2&&M<=h)?h:-Pe,V=Ci(l,M>C&&t<=C?C:In(C,M));return D==V&&D==0&&(V=100),[D,V]}var bw=new Intl.NumberFormat(uo?mw.language:"en-US"),Td=i=>bw.format(i),Kn=Math,ec=Kn.PI,sn=Kn.abs,Jn=Kn.floor,nn=Kn.round,hi=Kn.ceil,Ci=Kn.min,In=Kn.max,ao=Kn.pow,Dm=Kn.sign,os=Kn.log10,ag=Kn.log2,Mw=(i,t=1)=>Kn.sinh(i)*t,ld=(i,t=1)=>Kn.asinh(i/t),Pe=1/0;function Um(i){return(os((i^i>>31)-(i>>31))|0)+1}function gd(i,t,e){return Ci(In(i,t),e)}function lg(i){return typeof i=="function"}function ue(i){return lg(i)?i:()=>i}var ww=()=>{},cg=i=>i,hg=(i,t)=>t,Sw=i=>null,Nm=i=>!0,Fm=(i,t)=>i==t,Ew=/\.\d*?(?=9{6,}|0{6,})/gm,ar=i=>{if(fg(i)||Es.has(i))return i;let t=`${i}`,e=t.match(Ew);if(e==null)return i;let n=e[0].length-1;if(t.indexOf("e-")!=-1){let[s,r]=t.split("e");return+`${ar(s)}e${r}`}return Ie(i,n)};function ir(i,t){return ar(Ie(ar(i/t))*t)}function ac(i,t){return ar(hi(ar(i/t))*t)}function ug(i,t){return ar(Jn(ar(i/t))*t)}function Ie(i,t=0){if(fg(i))return i;let e=10**t,n=i*e*(1+Number.EPSILON);return nn(n)/e}var Es=new Map;function dg(i){return((""+i).split(".")[1]||"").length}function ca(i,t,e,n){let s=[],r=n.map(dg);for(let o=t;o<e;o++){let a=sn(o),l=Ie(ao(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,u=(o>=0?0:a)+(o>=r[c]?0:r[c]),d=i==10?h:Ie(h,u);s.push(d),Es.set(d,u)}}return s}var la={},Cd=[],lo=[null,null],Ss=Array.isArray,fg=Number.isInteger,Aw=i=>i===void 0;function Om(i){return typeof i=="string"}function lc(i){let t=!1;if(i!=null){let e=i.constructor;t=e==null||e==Object}return t}function Tw(i){return i!=null&&typeof i=="object"}var Cw=Object.getPrototypeOf(Uint8Array),pg="__proto__";function co(i,t=lc){let e;if(Ss(i)){let n=i.find(s=>s!=null);if(Ss(n)||t(n)){e=Array(i.length);for(let s=0;s<i.length;s++)e[s]=co(i[s],t)}else e=i.slice()}else if(i instanceof Cw)e=i.slice();else if(t(i)){e={};for(let n in i)n!=pg&&(e[n]=co(i[n],t))}else e=i;return e}function Ke(i){let t=arguments;for(let e=1;e<t.length;e++){let n=t[e];for(let s in n)s!=pg&&(lc(i[s])?Ke(i[s],co(n[s])):i[s]=co(n[s]))}return i}var Rw=0,Pw=1,Iw=2;function Lw(i,t,e){for(let n=0,s,r=-1;n<t.length;n++){let o=t[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<e&&i[s]==null;)i[r=s++]=null}}}function Dw(i,t){if(Fw(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return Ow(o[0])||(o=Nw(o)),o}let e=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)e.add(l[h])}let n=[Array.from(e).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],u=Array(s).fill(void 0),d=t?t[o][c]:Pw,f=[];for(let g=0;g<h.length;g++){let v=h[g],m=r.get(l[g]);v===null?d!=Rw&&(u[m]=v,d==Iw&&f.push(m)):u[m]=v}Lw(u,f,s),n.push(u)}}return n}var Uw=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function Nw(i){let t=i[0],e=t.length,n=Array(e);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>t[r]-t[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(e);for(let l=0;l<e;l++)a[l]=o[n[l]];s.push(a)}return s}function Fw(i){let t=i[0][0],e=t.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=e)return!1;if(s!=t){for(let r=0;r<e;r++)if(s[r]!=t[r])return!1}}return!0}function Ow(i,t=100){let e=i.length;if(e<=1)return!0;let n=0,s=e-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=In(1,Jn((s-n+1)/t));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var mg=["January","February","March","April","May","June","July","August","September","October","November","December"],gg=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function vg(i){return i.slice(0,3)}var kw=gg.map(vg),zw=mg.map(vg),Bw={MMMM:mg,MMM:zw,WWWW:gg,WWW:kw};function ia(i){return(i<10?"0":"")+i}function Vw(i){return(i<10?"00":i<100?"0":"")+i}var Hw={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,t)=>t.MMMM[i.getMonth()],MMM:(i,t)=>t.MMM[i.getMonth()],MM:i=>ia(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>ia(i.getDate()),D:i=>i.getDate(),WWWW:(i,t)=>t.WWWW[i.getDay()],WWW:(i,t)=>t.WWW[i.getDay()],HH:i=>ia(i.getHours()),H:i=>i.getHours(),h:i=>{let t=i.getHours();return t==0?12:t>12?t-12:t},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>ia(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>ia(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>Vw(i.getMilliseconds())};function Rd(i,t){t=t||Bw;let e=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)e.push(s[0][0]=="{"?Hw[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<e.length;a++)o+=typeof e[a]=="string"?e[a]:e[a](r,t);return o}}var Gw=new Intl.DateTimeFormat().resolvedOptions().timeZone;function Ww(i,t){let e;return t=="UTC"||t=="Etc/UTC"?e=new Date(+i+i.getTimezoneOffset()*6e4):t==Gw?e=i:(e=new Date(i.toLocaleString("en-US",{timeZone:t})),e.setMilliseconds(i.getMilliseconds())),e}var yg=i=>i%1==0,sc=[1,2,2.5,5],Xw=ca(10,-32,0,sc),xg=ca(10,0,32,sc),qw=xg.filter(yg),sr=Xw.concat(xg),Pd=`
`,_g="{YYYY}",km=Pd+_g,bg="{M}/{D}",oa=Pd+bg,Ql=oa+"/{YY}",Mg="{aa}",Yw="{h}:{mm}",ro=Yw+Mg,zm=Pd+ro,Bm=":{ss}",Se=null;function wg(i){let t=i*1e3,e=t*60,n=e*60,s=n*24,r=s*30,o=s*365,l=(i==1?ca(10,0,3,sc).filter(yg):ca(10,-3,0,sc)).concat([t,t*5,t*10,t*15,t*30,e,e*5,e*10,e*15,e*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,_g,Se,Se,Se,Se,Se,Se,1],[s*28,"{MMM}",km,Se,Se,Se,Se,Se,1],[s,bg,km,Se,Se,Se,Se,Se,1],[n,"{h}"+Mg,Ql,Se,oa,Se,Se,Se,1],[e,ro,Ql,Se,oa,Se,Se,Se,1],[t,Bm,Ql+" "+ro,Se,oa+" "+ro,Se,zm,Se,1],[i,Bm+".{fff}",Ql+" "+ro,Se,oa+" "+ro,Se,zm,Se,1]];function h(u){return(d,f,g,v,m,p)=>{let b=[],_=m>=o,y=m>=r&&m<o,U=u(g),A=Ie(U*i,3),I=cd(U.getFullYear(),_?0:U.getMonth(),y||_?1:U.getDate()),D=Ie(I*i,3);if(y||_){let E=y?m/r:0,M=_?m/o:0,C=A==D?A:Ie(cd(I.getFullYear()+M,I.getMonth()+E,1)*i,3),V=new Date(nn(C/i)),O=V.getFullYear(),H=V.getMonth();for(let q=0;C<=v;q++){let W=cd(O+M*q,H+E*q,1),j=W-u(Ie(W*i,3));C=Ie((+W+j)*i,3),C<=v&&b.push(C)}}else{let E=m>=s?s:m,M=Jn(g)-Jn(A),C=D+M+ac(A-D,E);b.push(C);let V=u(C),O=V.getHours()+V.getMinutes()/e+V.getSeconds()/n,H=m/n,q=d.axes[f]._space,W=p/q;for(;C=Ie(C+m,i==1?0:3),!(C>v);)if(H>1){let j=Jn(Ie(O+H,6))%24,ht=u(C).getHours()-j;ht>1&&(ht=-1),C-=ht*n,O=(O+H)%24;let yt=b[b.length-1];Ie((C-yt)/m,3)*W>=.7&&b.push(C)}else b.push(C)}return b}}return[l,c,h]}var[$w,Zw,Jw]=wg(1),[Kw,jw,Qw]=wg(.001);ca(2,-53,53,[1]);function Vm(i,t){return i.map(e=>e.map((n,s)=>s==0||s==8||n==null?n:t(s==1||e[8]==0?n:e[1]+n)))}function Hm(i,t){return(e,n,s,r,o)=>{let a=t.find(g=>o>=g[0])||t[t.length-1],l,c,h,u,d,f;return n.map(g=>{let v=i(g),m=v.getFullYear(),p=v.getMonth(),b=v.getDate(),_=v.getHours(),y=v.getMinutes(),U=v.getSeconds(),A=m!=l&&a[2]||p!=c&&a[3]||b!=h&&a[4]||_!=u&&a[5]||y!=d&&a[6]||U!=f&&a[7]||a[1];return l=m,c=p,h=b,u=_,d=y,f=U,A(v)})}}function tS(i,t){let e=Rd(t);return(n,s,r,o,a)=>s.map(l=>e(i(l)))}function cd(i,t,e){return new Date(i,t,e)}function Gm(i,t){return t(i)}var eS="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function Wm(i,t){return(e,n,s,r)=>r==null?wd:t(i(n))}function nS(i,t){let e=i.series[t];return e.width?e.stroke(i,t):e.points.width?e.points.stroke(i,t):null}function iS(i,t){return i.series[t].fill(i,t)}var sS={show:!0,live:!0,isolate:!1,mount:ww,markers:{show:!0,width:2,stroke:nS,fill:iS,dash:"solid"},idx:null,idxs:null,values:[]};function rS(i,t){let e=i.cursor.points,n=ci(),s=e.size(i,t);Fe(n,sa,s),Fe(n,ra,s);let r=s/-2;Fe(n,"marginLeft",r),Fe(n,"marginTop",r);let o=e.width(i,t,s);return o&&Fe(n,"borderWidth",o),n}function oS(i,t){let e=i.series[t].points;return e._fill||e._stroke}function aS(i,t){let e=i.series[t].points;return e._stroke||e._fill}function lS(i,t){return i.series[t].points.size}var hd=[0,0];function cS(i,t,e){return hd[0]=t,hd[1]=e,hd}function tc(i,t,e,n=!0){return s=>{s.button==0&&(!n||s.target==t)&&e(s)}}function ud(i,t,e,n=!0){return s=>{(!n||s.target==t)&&e(s)}}var hS={show:!0,x:!0,y:!0,lock:!1,move:cS,points:{one:!1,show:rS,size:lS,width:0,stroke:aS,fill:oS},bind:{mousedown:tc,mouseup:tc,click:tc,dblclick:tc,mousemove:ud,mouseleave:ud,mouseenter:ud},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,t,e,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},Sg={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},Id=Ke({},Sg,{filter:hg}),Eg=Ke({},Id,{size:10}),Ag=Ke({},Sg,{show:!1}),Ld='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',Tg="bold "+Ld,Cg=1.5,Xm={show:!0,scale:"x",stroke:Md,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Tg,side:2,grid:Id,ticks:Eg,border:Ag,font:Ld,lineGap:Cg,rotate:0},uS="Value",dS="Time",qm={show:!0,scale:"x",auto:!1,sorted:1,min:Pe,max:-Pe,idxs:[]};function fS(i,t,e,n,s){return t.map(r=>r==null?"":Td(r))}function pS(i,t,e,n,s,r,o){let a=[],l=Es.get(s)||0;e=o?e:Ie(ac(e,s),l);for(let c=e;c<=n;c=Ie(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function vd(i,t,e,n,s,r,o){let a=[],l=i.scales[i.axes[t].scale].log,c=l==10?os:ag,h=Jn(c(e));s=ao(l,h),l==10&&(s=sr[Ti(s,sr)]);let u=e,d=s*l;l==10&&(d=sr[Ti(d,sr)]);do a.push(u),u=u+s,l==10&&!Es.has(u)&&(u=Ie(u,Es.get(s))),u>=d&&(s=u,d=s*l,l==10&&(d=sr[Ti(d,sr)]));while(u<=n);return a}function mS(i,t,e,n,s,r,o){let l=i.scales[i.axes[t].scale].asinh,c=n>l?vd(i,t,In(l,e),n,s):[l],h=n>=0&&e<=0?[0]:[];return(e<-l?vd(i,t,In(l,-n),-e,s):[l]).reverse().map(d=>-d).concat(h,c)}var Rg=/./,gS=/[12357]/,vS=/[125]/,Ym=/1/,yd=(i,t,e,n)=>i.map((s,r)=>t==4&&s==0||r%n==0&&e.test(s.toExponential()[s<0?1:0])?s:null);function yS(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),u=l(9,o)-h>=c?Rg:l(7,o)-h>=c?gS:l(5,o)-h>=c?vS:Ym;if(u==Ym){let d=sn(l(1,o)-h);if(d<c)return yd(t.slice().reverse(),a.distr,u,hi(c/d)).reverse()}return yd(t,a.distr,u,1)}function xS(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=r._space,l=i.valToPos,c=sn(l(1,o)-l(2,o));return c<a?yd(t.slice().reverse(),3,Rg,hi(a/c)).reverse():t}function _S(i,t,e,n){return n==null?wd:t==null?"":Td(t)}var $m={show:!0,scale:"y",stroke:Md,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Tg,side:3,grid:Id,ticks:Eg,border:Ag,font:Ld,lineGap:Cg,rotate:0};function bS(i,t){let e=3+(i||1)*2;return Ie(e*t,3)}function MS(i,t){let{scale:e,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],e,!0),o=i.valToPos(s[n[1]],e,!0),a=sn(o-r),l=i.series[t],c=a/(l.points.space*be);return n[1]-n[0]<=c}var Zm={scale:null,auto:!0,sorted:0,min:Pe,max:-Pe},Pg=(i,t,e,n,s)=>s,Jm={show:!0,auto:!0,sorted:0,gaps:Pg,alpha:1,facets:[Ke({},Zm,{scale:"x"}),Ke({},Zm,{scale:"y"})]},Km={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Pg,alpha:1,points:{show:MS,filter:null},values:null,min:Pe,max:-Pe,idxs:[],path:null,clip:null};function wS(i,t,e,n,s){return e/10}var Ig={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},SS=Ke({},Ig,{time:!1,ori:1}),jm={};function Lg(i,t){let e=jm[i];return e||(e={key:i,plots:[],sub(n){e.plots.push(n)},unsub(n){e.plots=e.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<e.plots.length;h++)e.plots[h]!=s&&e.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(jm[i]=e)),e}var ho=1,xd=2;function lr(i,t,e){let n=i.mode,s=i.series[t],r=n==2?i._data[t]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[t],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],u=n==2?o[s.facets[1].scale]:o[s.scale],d=a.left,f=a.top,g=a.width,v=a.height,m=i.valToPosH,p=i.valToPosV;return h.ori==0?e(s,l,c,h,u,m,p,d,f,g,v,hc,fo,dc,Ug,Fg):e(s,l,c,h,u,p,m,f,d,v,g,uc,po,Nd,Ng,Og)}function Dd(i,t){let e=0,n=0,s=ve(i.bands,Cd);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==t?e=o.dir:o.series[1]==t&&(o.dir==1?n|=1:n|=2)}return[e,n==1?-1:n==2?1:n==3?2:0]}function ES(i,t,e,n,s){let r=i.mode,o=i.series[t],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function as(i,t,e,n,s,r){return lr(i,t,(o,a,l,c,h,u,d,f,g,v,m)=>{let p=o.pxRound,b=c.dir*(c.ori==0?1:-1),_=c.ori==0?fo:po,y,U;b==1?(y=e,U=n):(y=n,U=e);let A=p(u(a[y],c,v,f)),I=p(d(l[y],h,m,g)),D=p(u(a[U],c,v,f)),E=p(d(r==1?h.max:h.min,h,m,g)),M=new Path2D(s);return _(M,D,E),_(M,A,E),_(M,A,I),M})}function cc(i,t,e,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=t==0?dc:Nd,l=e;for(let u=0;u<i.length;u++){let d=i[u];if(d[1]>d[0]){let f=d[0]-l;f>0&&a(o,l,n,f,n+r),l=d[1]}}let c=e+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function AS(i,t,e){let n=i[i.length-1];n&&n[0]==t?n[1]=e:i.push([t,e])}function Ud(i,t,e,n,s,r,o){let a=[],l=i.length;for(let c=s==1?e:n;c>=e&&c<=n;c+=s)if(t[c]===null){let u=c,d=c;if(s==1)for(;++c<=n&&t[c]===null;)d=c;else for(;--c>=e&&t[c]===null;)d=c;let f=r(i[u]),g=d==u?f:r(i[d]),v=u-s;f=o<=0&&v>=0&&v<l?r(i[v]):f;let p=d+s;g=o>=0&&p>=0&&p<l?r(i[p]):g,g>=f&&a.push([f,g])}return a}function Qm(i){return i==0?cg:i==1?nn:t=>ir(t,i)}function Dg(i){let t=i==0?hc:uc,e=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=Ci(c,a/2,l/2),h=Ci(h,a/2,l/2),t(s,r+c,o),e(s,r+a,o,r+a,o+l,c),e(s,r+a,o+l,r,o+l,h),e(s,r,o+l,r,o,h),e(s,r,o,r+a,o,c),s.closePath())}}var hc=(i,t,e)=>{i.moveTo(t,e)},uc=(i,t,e)=>{i.moveTo(e,t)},fo=(i,t,e)=>{i.lineTo(t,e)},po=(i,t,e)=>{i.lineTo(e,t)},dc=Dg(0),Nd=Dg(1),Ug=(i,t,e,n,s,r)=>{i.arc(t,e,n,s,r)},Ng=(i,t,e,n,s,r)=>{i.arc(e,t,n,s,r)},Fg=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(t,e,n,s,r,o)},Og=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(e,t,s,n,o,r)};function kg(i){return(t,e,n,s,r)=>lr(t,e,(o,a,l,c,h,u,d,f,g,v,m)=>{let{pxRound:p,points:b}=o,_,y;c.ori==0?(_=hc,y=Ug):(_=uc,y=Ng);let U=Ie(b.width*be,3),A=(b.size-b.width)/2*be,I=Ie(A*2,3),D=new Path2D,E=new Path2D,{left:M,top:C,width:V,height:O}=t.bbox;dc(E,M-I,C-I,V+I*2,O+I*2);let H=q=>{if(l[q]!=null){let W=p(u(a[q],c,v,f)),j=p(d(l[q],h,m,g));_(D,W+A,j),y(D,W,j,A,0,ec*2)}};if(r)r.forEach(H);else for(let q=n;q<=s;q++)H(q);return{stroke:U>0?D:null,fill:D,clip:E,flags:ho|xd}})}function zg(i){return(t,e,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(t,e,n),r!=s&&o!=s&&i(t,e,s),i(t,e,o))}}var TS=zg(fo),CS=zg(po);function Bg(i){let t=ve(i?.alignGaps,0);return(e,n,s,r)=>lr(e,n,(o,a,l,c,h,u,d,f,g,v,m)=>{[s,r]=rc(l,s,r);let p=o.pxRound,b=O=>p(u(O,c,v,f)),_=O=>p(d(O,h,m,g)),y,U;c.ori==0?(y=fo,U=TS):(y=po,U=CS);let A=c.dir*(c.ori==0?1:-1),I={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:ho},D=I.stroke,E=!1;if(r-s>=v*4){let O=vt=>e.posToVal(vt,c.key,!0),H=null,q=null,W,j,Q,at=b(a[A==1?s:r]),ht=b(a[s]),yt=b(a[r]),bt=O(A==1?ht+1:yt-1);for(let vt=A==1?s:r;vt>=s&&vt<=r;vt+=A){let it=a[vt],xt=(A==1?it<bt:it>bt)?at:b(it),ot=l[vt];xt==at?ot!=null?(j=ot,H==null?(y(D,xt,_(j)),W=H=q=j):j<H?H=j:j>q&&(q=j)):ot===null&&(E=!0):(H!=null&&U(D,at,_(H),_(q),_(W),_(j)),ot!=null?(j=ot,y(D,xt,_(j)),H=q=W=j):(H=q=null,ot===null&&(E=!0)),at=xt,bt=O(at+A))}H!=null&&H!=q&&Q!=at&&U(D,at,_(H),_(q),_(W),_(j))}else for(let O=A==1?s:r;O>=s&&O<=r;O+=A){let H=l[O];H===null?E=!0:H!=null&&y(D,b(a[O]),_(H))}let[C,V]=Dd(e,n);if(o.fill!=null||C!=0){let O=I.fill=new Path2D(D),H=o.fillTo(e,n,o.min,o.max,C),q=_(H),W=b(a[s]),j=b(a[r]);A==-1&&([j,W]=[W,j]),y(O,j,q),y(O,W,q)}if(!o.spanGaps){let O=[];E&&O.push(...Ud(a,l,s,r,A,b,t)),I.gaps=O=o.gaps(e,n,s,r,O),I.clip=cc(O,c.ori,f,g,v,m)}return V!=0&&(I.band=V==2?[as(e,n,s,r,D,-1),as(e,n,s,r,D,1)]:as(e,n,s,r,D,V)),I})}function RS(i){let t=ve(i.align,1),e=ve(i.ascDesc,!1),n=ve(i.alignGaps,0),s=ve(i.extend,!1);return(r,o,a,l)=>lr(r,o,(c,h,u,d,f,g,v,m,p,b,_)=>{[a,l]=rc(u,a,l);let y=c.pxRound,{left:U,width:A}=r.bbox,I=ht=>y(g(ht,d,b,m)),D=ht=>y(v(ht,f,_,p)),E=d.ori==0?fo:po,M={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:ho},C=M.stroke,V=d.dir*(d.ori==0?1:-1),O=D(u[V==1?a:l]),H=I(h[V==1?a:l]),q=H,W=H;s&&t==-1&&(W=U,E(C,W,O)),E(C,H,O);for(let ht=V==1?a:l;ht>=a&&ht<=l;ht+=V){let yt=u[ht];if(yt==null)continue;let bt=I(h[ht]),vt=D(yt);t==1?E(C,bt,O):E(C,q,vt),E(C,bt,vt),O=vt,q=bt}let j=q;s&&t==1&&(j=U+A,E(C,j,O));let[Q,at]=Dd(r,o);if(c.fill!=null||Q!=0){let ht=M.fill=new Path2D(C),yt=c.fillTo(r,o,c.min,c.max,Q),bt=D(yt);E(ht,j,bt),E(ht,W,bt)}if(!c.spanGaps){let ht=[];ht.push(...Ud(h,u,a,l,V,I,n));let yt=c.width*be/2,bt=e||t==1?yt:-yt,vt=e||t==-1?-yt:yt;ht.forEach(it=>{it[0]+=bt,it[1]+=vt}),M.gaps=ht=c.gaps(r,o,a,l,ht),M.clip=cc(ht,d.ori,m,p,b,_)}return at!=0&&(M.band=at==2?[as(r,o,a,l,C,-1),as(r,o,a,l,C,1)]:as(r,o,a,l,C,at)),M})}function tg(i,t,e,n,s,r,o=Pe){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(t[l]!==void 0){if(a!=null){let h=sn(i[l]-i[a]);h<c&&(c=h,o=sn(e(i[l],n,s,r)-e(i[a],n,s,r)))}a=l}}return o}function PS(i){i=i||la;let t=ve(i.size,[.6,Pe,1]),e=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=ue(s),o=1-t[0],a=ve(t[1],Pe),l=ve(t[2],1),c=ve(i.disp,la),h=ve(i.each,f=>{}),{fill:u,stroke:d}=c;return(f,g,v,m)=>lr(f,g,(p,b,_,y,U,A,I,D,E,M,C)=>{let V=p.pxRound,O=e,H=n*be,q=a*be,W=l*be,j,Q;y.ori==0?[j,Q]=r(f,g):[Q,j]=r(f,g);let at=y.dir*(y.ori==0?1:-1),ht=y.ori==0?dc:Nd,yt=y.ori==0?h:(X,et,Et,St,It,ee,pt)=>{h(X,et,Et,It,St,pt,ee)},bt=ve(f.bands,Cd).find(X=>X.series[0]==g),vt=bt!=null?bt.dir:0,it=p.fillTo(f,g,p.min,p.max,vt),ct=V(I(it,U,C,E)),xt,ot,kt,Gt=M,Lt=V(p.width*be),te=!1,st=null,ut=null,F=null,Bt=null;u!=null&&(Lt==0||d!=null)&&(te=!0,st=u.values(f,g,v,m),ut=new Map,new Set(st).forEach(X=>{X!=null&&ut.set(X,new Path2D)}),Lt>0&&(F=d.values(f,g,v,m),Bt=new Map,new Set(F).forEach(X=>{X!=null&&Bt.set(X,new Path2D)})));let{x0:dt,size:Ft}=c;if(dt!=null&&Ft!=null){O=1,b=dt.values(f,g,v,m),dt.unit==2&&(b=b.map(Et=>f.posToVal(D+Et*M,y.key,!0)));let X=Ft.values(f,g,v,m);Ft.unit==2?ot=X[0]*M:ot=A(X[0],y,M,D)-A(0,y,M,D),Gt=tg(b,_,A,y,M,D,Gt),kt=Gt-ot+H}else Gt=tg(b,_,A,y,M,D,Gt),kt=Gt*o+H,ot=Gt-kt;kt<1&&(kt=0),Lt>=ot/2&&(Lt=0),kt<5&&(V=cg);let Mt=kt>0,Zt=Gt-kt-(Mt?Lt:0);ot=V(gd(Zt,W,q)),xt=(O==0?ot/2:O==at?0:ot)-O*at*((O==0?H/2:0)+(Mt?Lt/2:0));let wt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},R=te?null:new Path2D,S=null;if(bt!=null)S=f.data[bt.series[1]];else{let{y0:X,y1:et}=c;X!=null&&et!=null&&(_=et.values(f,g,v,m),S=X.values(f,g,v,m))}let Y=j*ot,K=Q*ot;for(let X=at==1?v:m;X>=v&&X<=m;X+=at){let et=_[X];if(et==null)continue;if(S!=null){let qt=S[X]??0;if(et-qt==0)continue;ct=I(qt,U,C,E)}let Et=y.distr!=2||c!=null?b[X]:X,St=A(Et,y,M,D),It=I(ve(et,it),U,C,E),ee=V(St-xt),pt=V(In(It,ct)),At=V(Ci(It,ct)),Wt=pt-At;if(et!=null){let qt=et<0?K:Y,Rt=et<0?Y:K;te?(Lt>0&&F[X]!=null&&ht(Bt.get(F[X]),ee,At+Jn(Lt/2),ot,In(0,Wt-Lt),qt,Rt),st[X]!=null&&ht(ut.get(st[X]),ee,At+Jn(Lt/2),ot,In(0,Wt-Lt),qt,Rt)):ht(R,ee,At+Jn(Lt/2),ot,In(0,Wt-Lt),qt,Rt),yt(f,g,X,ee-Lt/2,At,ot+Lt,Wt)}}return Lt>0?wt.stroke=te?Bt:R:te||(wt._fill=p.width==0?p._fill:p._stroke??p._fill,wt.width=0),wt.fill=te?ut:R,wt})}function IS(i,t){let e=ve(t?.alignGaps,0);return(n,s,r,o)=>lr(n,s,(a,l,c,h,u,d,f,g,v,m,p)=>{[r,o]=rc(c,r,o);let b=a.pxRound,_=j=>b(d(j,h,m,g)),y=j=>b(f(j,u,p,v)),U,A,I;h.ori==0?(U=hc,I=fo,A=Fg):(U=uc,I=po,A=Og);let D=h.dir*(h.ori==0?1:-1),E=_(l[D==1?r:o]),M=E,C=[],V=[];for(let j=D==1?r:o;j>=r&&j<=o;j+=D)if(c[j]!=null){let at=l[j],ht=_(at);C.push(M=ht),V.push(y(c[j]))}let O={stroke:i(C,V,U,I,A,b),fill:null,clip:null,band:null,gaps:null,flags:ho},H=O.stroke,[q,W]=Dd(n,s);if(a.fill!=null||q!=0){let j=O.fill=new Path2D(H),Q=a.fillTo(n,s,a.min,a.max,q),at=y(Q);I(j,M,at),I(j,E,at)}if(!a.spanGaps){let j=[];j.push(...Ud(l,c,r,o,D,_,e)),O.gaps=j=a.gaps(n,s,r,o,j),O.clip=cc(j,h.ori,g,v,m,p)}return W!=0&&(O.band=W==2?[as(n,s,r,o,H,-1),as(n,s,r,o,H,1)]:as(n,s,r,o,H,W)),O})}function LS(i){return IS(DS,i)}function DS(i,t,e,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(e(a,i[0],t[0]),o==2)n(a,i[1],t[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),u=Array(o-1);for(let d=0;d<o-1;d++)h[d]=t[d+1]-t[d],u[d]=i[d+1]-i[d],c[d]=h[d]/u[d];l[0]=c[0];for(let d=1;d<o-1;d++)c[d]===0||c[d-1]===0||c[d-1]>0!=c[d]>0?l[d]=0:(l[d]=3*(u[d-1]+u[d])/((2*u[d]+u[d-1])/c[d-1]+(u[d]+2*u[d-1])/c[d]),isFinite(l[d])||(l[d]=0));l[o-1]=c[o-2];for(let d=0;d<o-1;d++)s(a,i[d]+u[d]/3,t[d]+l[d]*u[d]/3,i[d+1]-u[d]/3,t[d+1]-l[d+1]*u[d]/3,i[d+1],t[d+1])}return a}var _d=new Set;function eg(){for(let i of _d)i.syncRect(!0)}uo&&(or(fw,oo,eg),or(pw,oo,eg,!0),or(nc,oo,()=>{gn.pxRatio=be}));var US=Bg(),NS=kg();function ng(i,t,e,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>bd(r,o,t,e))}function FS(i,t){return i.map((e,n)=>n==0?{}:Ke({},t,e))}function bd(i,t,e,n){return Ke({},t==0?e:n,i)}function Vg(i,t,e){return t==null?lo:[t,e]}var OS=Vg;function kS(i,t,e){return t==null?lo:ic(t,e,Ad,!0)}function Hg(i,t,e,n){return t==null?lo:oc(t,e,i.scales[n].log,!1)}var zS=Hg;function Gg(i,t,e,n){return t==null?lo:Ed(t,e,i.scales[n].log,!1)}var BS=Gg;function VS(i,t,e,n,s){let r=In(Um(i),Um(t)),o=t-i,a=Ti(s/n*o,e);do{let l=e[a],c=n*l/o;if(c>=s&&r+(l<5?Es.get(l):0)<=17)return[l,c]}while(++a<e.length);return[0,0]}function ig(i){let t,e;return i=i.replace(/(\d+)px/,(n,s)=>(t=nn((e=+s)*be))+"px"),[i,t,e]}function HS(i){i.show&&[i.font,i.labelFont].forEach(t=>{let e=Ie(t[2]*be,1);t[0]=t[0].replace(/[0-9.]+px/,e+"px"),t[1]=e})}function gn(i,t,e){let n={mode:ve(i.mode,1)},s=n.mode;function r(x,w,P,L){let k=w.valToPct(x);return L+P*(w.dir==-1?1-k:k)}function o(x,w,P,L){let k=w.valToPct(x);return L+P*(w.dir==-1?k:1-k)}function a(x,w,P,L){return w.ori==0?r(x,w,P,L):o(x,w,P,L)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=ci(ZM);if(i.id!=null&&(c.id=i.id),Zn(c,i.class),i.title){let x=ci(jM,c);x.textContent=i.title}let h=Ai("canvas"),u=n.ctx=h.getContext("2d"),d=ci(QM,c);or("click",d,x=>{x.target===g&&(De!=gr||ze!=vr)&&vn.click(n,x)},!0);let f=n.under=ci(tw,d);d.appendChild(h);let g=n.over=ci(ew,d);i=co(i);let v=+ve(i.pxAlign,1),m=Qm(v);(i.plugins||[]).forEach(x=>{x.opts&&(i=x.opts(n,i)||i)});let p=i.ms||.001,b=n.series=s==1?ng(i.series||[],qm,Km,!1):FS(i.series||[null],Jm),_=n.axes=ng(i.axes||[],Xm,$m,!0),y=n.scales={},U=n.bands=i.bands||[];U.forEach(x=>{x.fill=ue(x.fill||null),x.dir=ve(x.dir,-1)});let A=s==2?b[1].facets[0].scale:b[0].scale,I={axes:t0,series:jn},D=(i.drawOrder||["axes","series"]).map(x=>I[x]);function E(x){let w=x.distr==3?P=>os(P>0?P:x.clamp(n,P,x.min,x.max,x.key)):x.distr==4?P=>ld(P,x.asinh):x.distr==100?P=>x.fwd(P):P=>P;return P=>{let L=w(P),{_min:k,_max:J}=x,rt=J-k;return(L-k)/rt}}function M(x){let w=y[x];if(w==null){let P=(i.scales||la)[x]||la;if(P.from!=null){M(P.from);let L=Ke({},y[P.from],P,{key:x});L.valToPct=E(L),y[x]=L}else{w=y[x]=Ke({},x==A?Ig:SS,P),w.key=x;let L=w.time,k=w.range,J=Ss(k);if((x!=A||s==2&&!L)&&(J&&(k[0]==null||k[1]==null)&&(k={min:k[0]==null?Im:{mode:1,hard:k[0],soft:k[0]},max:k[1]==null?Im:{mode:1,hard:k[1],soft:k[1]}},J=!1),!J&&lc(k))){let rt=k;k=(ft,_t,Nt)=>_t==null?lo:ic(_t,Nt,rt)}w.range=ue(k||(L?OS:x==A?w.distr==3?zS:w.distr==4?BS:Vg:w.distr==3?Hg:w.distr==4?Gg:kS)),w.auto=ue(J?!1:w.auto),w.clamp=ue(w.clamp||wS),w._min=w._max=null,w.valToPct=E(w)}}}M("x"),M("y"),s==1&&b.forEach(x=>{M(x.scale)}),_.forEach(x=>{M(x.scale)});for(let x in i.scales)M(x);let C=y[A],V=C.distr,O,H;C.ori==0?(Zn(c,JM),O=r,H=o):(Zn(c,KM),O=o,H=r);let q={};for(let x in y){let w=y[x];(w.min!=null||w.max!=null)&&(q[x]={min:w.min,max:w.max},w.min=w.max=null)}let W=i.tzDate||(x=>new Date(nn(x/p))),j=i.fmtDate||Rd,Q=p==1?Jw(W):Qw(W),at=Hm(W,Vm(p==1?Zw:jw,j)),ht=Wm(W,Gm(eS,j)),yt=[],bt=n.legend=Ke({},sS,i.legend),vt=n.cursor=Ke({},hS,{drag:{y:s==2}},i.cursor),it=bt.show,ct=vt.show,xt=bt.markers;bt.idxs=yt,xt.width=ue(xt.width),xt.dash=ue(xt.dash),xt.stroke=ue(xt.stroke),xt.fill=ue(xt.fill);let ot,kt,Gt,Lt=[],te=[],st,ut=!1,F={};if(bt.live){let x=b[1]?b[1].values:null;ut=x!=null,st=ut?x(n,1,0):{_:0};for(let w in st)F[w]=wd}if(it)if(ot=Ai("table",aw,c),Gt=Ai("tbody",null,ot),bt.mount(n,ot),ut){kt=Ai("thead",null,ot,Gt);let x=Ai("tr",null,kt);Ai("th",null,x);for(var Bt in st)Ai("th",ym,x).textContent=Bt}else Zn(ot,cw),bt.live&&Zn(ot,lw);let dt={show:!0},Ft={show:!1};function Mt(x,w){if(w==0&&(ut||!bt.live||s==2))return lo;let P=[],L=Ai("tr",hw,Gt,Gt.childNodes[w]);Zn(L,x.class),x.show||Zn(L,rr);let k=Ai("th",null,L);if(xt.show){let ft=ci(uw,k);if(w>0){let _t=xt.width(n,w);_t&&(ft.style.border=_t+"px "+xt.dash(n,w)+" "+xt.stroke(n,w)),ft.style.background=xt.fill(n,w)}}let J=ci(ym,k);x.label instanceof HTMLElement?J.appendChild(x.label):J.textContent=x.label,w>0&&(xt.show||(J.style.color=x.width>0?xt.stroke(n,w):xt.fill(n,w)),wt("click",k,ft=>{if(vt._lock)return;je(ft);let _t=b.indexOf(x);if((ft.ctrlKey||ft.metaKey)!=bt.isolate){let Nt=b.some((Ot,zt)=>zt>0&&zt!=_t&&Ot.show);b.forEach((Ot,zt)=>{zt>0&&Li(zt,Nt?zt==_t?dt:Ft:dt,!0,Ze.setSeries)})}else Li(_t,{show:!x.show},!0,Ze.setSeries)},!1),Hi&&wt(Mm,k,ft=>{vt._lock||(je(ft),Li(b.indexOf(x),xr,!0,Ze.setSeries))},!1));for(var rt in st){let ft=Ai("td",dw,L);ft.textContent="--",P.push(ft)}return[L,P]}let Zt=new Map;function wt(x,w,P,L=!0){let k=Zt.get(w)||{},J=vt.bind[x](n,w,P,L);J&&(or(x,w,k[x]=J),Zt.set(w,k))}function R(x,w,P){let L=Zt.get(w)||{};for(let k in L)(x==null||k==x)&&(md(k,w,L[k]),delete L[k]);x==null&&Zt.delete(w)}let S=0,Y=0,K=0,X=0,et=0,Et=0,St=et,It=Et,ee=K,pt=X,At=0,Wt=0,qt=0,Rt=0;n.bbox={};let le=!1,ne=!1,fe=!1,B=!1,Tt=!1,nt=!1;function lt(x,w,P){(P||x!=n.width||w!=n.height)&&Dt(x,w),dr(!1),fe=!0,ne=!0,fr()}function Dt(x,w){n.width=S=K=x,n.height=Y=X=w,et=Et=0,an(),ye();let P=n.bbox;At=P.left=ir(et*be,.5),Wt=P.top=ir(Et*be,.5),qt=P.width=ir(K*be,.5),Rt=P.height=ir(X*be,.5)}let Ut=3;function re(){let x=!1,w=0;for(;!x;){w++;let P=jg(w),L=Qg(w);x=w==Ut||P&&L,x||(Dt(n.width,n.height),ne=!0)}}function Oe({width:x,height:w}){lt(x,w)}n.setSize=Oe;function an(){let x=!1,w=!1,P=!1,L=!1;_.forEach((k,J)=>{if(k.show&&k._show){let{side:rt,_size:ft}=k,_t=rt%2,Nt=k.label!=null?k.labelSize:0,Ot=ft+Nt;Ot>0&&(_t?(K-=Ot,rt==3?(et+=Ot,L=!0):P=!0):(X-=Ot,rt==0?(Et+=Ot,x=!0):w=!0))}}),Ri[0]=x,Ri[1]=P,Ri[2]=w,Ri[3]=L,K-=T[1]+T[3],et+=T[3],X-=T[2]+T[0],Et+=T[0]}function ye(){let x=et+K,w=Et+X,P=et,L=Et;function k(J,rt){switch(J){case 1:return x+=rt,x-rt;case 2:return w+=rt,w-rt;case 3:return P-=rt,P+rt;case 0:return L-=rt,L+rt}}_.forEach((J,rt)=>{if(J.show&&J._show){let ft=J.side;J._pos=k(ft,J._size),J.label!=null&&(J._lpos=k(ft,J.labelSize))}})}if(vt.dataIdx==null){let x=vt.hover,w=x.skip=new Set(x.skip??[]);w.add(void 0);let P=x.prox=ue(x.prox),L=x.bias??=0;vt.dataIdx=(k,J,rt,ft)=>{if(J==0)return rt;let _t=rt,Nt=P(k,J,rt,ft)??Pe,Ot=Nt>=0&&Nt<Pe,zt=C.ori==0?K:X,ie=vt.left,xe=t[0],ge=t[J];if(w.has(ge[rt])){_t=null;let ce=null,Kt=null,$t;if(L==0||L==-1)for($t=rt;ce==null&&$t-- >0;)w.has(ge[$t])||(ce=$t);if(L==0||L==1)for($t=rt;Kt==null&&$t++<ge.length;)w.has(ge[$t])||(Kt=$t);if(ce!=null||Kt!=null)if(Ot){let Ne=ce==null?-1/0:O(xe[ce],C,zt,0),We=Kt==null?1/0:O(xe[Kt],C,zt,0),dn=ie-Ne,Ae=We-ie;dn<=Ae?dn<=Nt&&(_t=ce):Ae<=Nt&&(_t=Kt)}else _t=Kt==null?ce:ce==null?Kt:rt-ce<=Kt-rt?ce:Kt}else Ot&&sn(ie-O(xe[rt],C,zt,0))>Nt&&(_t=null);return _t}}let je=x=>{vt.event=x};vt.idxs=yt,vt._lock=!1;let Le=vt.points;Le.show=ue(Le.show),Le.size=ue(Le.size),Le.stroke=ue(Le.stroke),Le.width=ue(Le.width),Le.fill=ue(Le.fill);let kn=n.focus=Ke({},i.focus||{alpha:.3},vt.focus),Hi=kn.prox>=0,Ln=Hi&&Le.one,yn=[],Gi=[],Wi=[];function As(x,w){let P=Le.show(n,w);if(P instanceof HTMLElement)return Zn(P,ow),Zn(P,x.class),Vi(P,-10,-10,K,X),g.insertBefore(P,yn[w]),P}function go(x,w){if(s==1||w>0){let P=s==1&&y[x.scale].time,L=x.value;x.value=P?Om(L)?Wm(W,Gm(L,j)):L||ht:L||_S,x.label=x.label||(P?dS:uS)}if(Ln||w>0){x.width=x.width==null?1:x.width,x.paths=x.paths||US||Sw,x.fillTo=ue(x.fillTo||ES),x.pxAlign=+ve(x.pxAlign,v),x.pxRound=Qm(x.pxAlign),x.stroke=ue(x.stroke||null),x.fill=ue(x.fill||null),x._stroke=x._fill=x._paths=x._focus=null;let P=bS(In(1,x.width),1),L=x.points=Ke({},{size:P,width:In(1,P*.2),stroke:x.stroke,space:P*2,paths:NS,_stroke:null,_fill:null},x.points);L.show=ue(L.show),L.filter=ue(L.filter),L.fill=ue(L.fill),L.stroke=ue(L.stroke),L.paths=ue(L.paths),L.pxAlign=x.pxAlign}if(it){let P=Mt(x,w);Lt.splice(w,0,P[0]),te.splice(w,0,P[1]),bt.values.push(null)}if(ct){yt.splice(w,0,null);let P=null;Ln?w==0&&(P=As(x,w)):w>0&&(P=As(x,w)),yn.splice(w,0,P),Gi.splice(w,0,0),Wi.splice(w,0,0)}un("addSeries",w)}function hr(x,w){w=w??b.length,x=s==1?bd(x,w,qm,Km):bd(x,w,{},Jm),b.splice(w,0,x),go(b[w],w)}n.addSeries=hr;function ha(x){if(b.splice(x,1),it){bt.values.splice(x,1),te.splice(x,1);let w=Lt.splice(x,1)[0];R(null,w.firstChild),w.remove()}ct&&(yt.splice(x,1),yn.splice(x,1)[0].remove(),Gi.splice(x,1),Wi.splice(x,1)),un("delSeries",x)}n.delSeries=ha;let Ri=[!1,!1,!1,!1];function Ec(x,w){if(x._show=x.show,x.show){let P=x.side%2,L=y[x.scale];L==null&&(x.scale=P?b[1].scale:A,L=y[x.scale]);let k=L.time;x.size=ue(x.size),x.space=ue(x.space),x.rotate=ue(x.rotate),Ss(x.incrs)&&x.incrs.forEach(rt=>{!Es.has(rt)&&Es.set(rt,dg(rt))}),x.incrs=ue(x.incrs||(L.distr==2?qw:k?p==1?$w:Kw:sr)),x.splits=ue(x.splits||(k&&L.distr==1?Q:L.distr==3?vd:L.distr==4?mS:pS)),x.stroke=ue(x.stroke),x.grid.stroke=ue(x.grid.stroke),x.ticks.stroke=ue(x.ticks.stroke),x.border.stroke=ue(x.border.stroke);let J=x.values;x.values=Ss(J)&&!Ss(J[0])?ue(J):k?Ss(J)?Hm(W,Vm(J,j)):Om(J)?tS(W,J):J||at:J||fS,x.filter=ue(x.filter||(L.distr>=3&&L.log==10?yS:L.distr==3&&L.log==2?xS:hg)),x.font=ig(x.font),x.labelFont=ig(x.labelFont),x._size=x.size(n,null,w,0),x._space=x._rotate=x._incrs=x._found=x._splits=x._values=null,x._size>0&&(Ri[w]=!0,x._el=ci(nw,d))}}function Ts(x,w,P,L){let[k,J,rt,ft]=P,_t=w%2,Nt=0;return _t==0&&(ft||J)&&(Nt=w==0&&!k||w==2&&!rt?nn(Xm.size/3):0),_t==1&&(k||rt)&&(Nt=w==1&&!J||w==3&&!ft?nn($m.size/2):0),Nt}let ua=n.padding=(i.padding||[Ts,Ts,Ts,Ts]).map(x=>ue(ve(x,Ts))),T=n._padding=ua.map((x,w)=>x(n,w,Ri,0)),z,$=null,Z=null,G=s==1?b[0].idxs:null,mt=null,Ct=!1;function Xt(x,w){if(t=x??[],n.data=n._data=t,s==2){z=0;for(let P=1;P<b.length;P++)z+=t[P][0].length}else{t.length==0&&(n.data=n._data=t=[[]]),mt=t[0],z=mt.length;let P=t;if(V==2){P=t.slice();let L=P[0]=Array(z);for(let k=0;k<z;k++)L[k]=k}n._data=t=P}if(dr(!0),un("setData"),V==2&&(fe=!0),w!==!1){let P=C;P.auto(n,Ct)?Vt():hs(A,P.min,P.max),B=B||vt.left>=0,nt=!0,fr()}}n.setData=Xt;function Vt(){Ct=!0;let x,w;s==1&&(z>0?($=G[0]=0,Z=G[1]=z-1,x=t[0][$],w=t[0][Z],V==2?(x=$,w=Z):x==w&&(V==3?[x,w]=oc(x,x,C.log,!1):V==4?[x,w]=Ed(x,x,C.log,!1):C.time?w=x+nn(86400/p):[x,w]=ic(x,w,Ad,!0))):($=G[0]=x=null,Z=G[1]=w=null)),hs(A,x,w)}let Jt,jt,Ht,he,Me,Ee,ln,de,Yt,ke;function pe(x,w,P,L,k,J){x??=_m,P??=Cd,L??="butt",k??=_m,J??="round",x!=Jt&&(u.strokeStyle=Jt=x),k!=jt&&(u.fillStyle=jt=k),w!=Ht&&(u.lineWidth=Ht=w),J!=Me&&(u.lineJoin=Me=J),L!=Ee&&(u.lineCap=Ee=L),P!=he&&u.setLineDash(he=P)}function Dn(x,w,P,L){w!=jt&&(u.fillStyle=jt=w),x!=ln&&(u.font=ln=x),P!=de&&(u.textAlign=de=P),L!=Yt&&(u.textBaseline=Yt=L)}function Pi(x,w,P,L,k=0){if(L.length>0&&x.auto(n,Ct)&&(w==null||w.min==null)){let J=ve($,0),rt=ve(Z,L.length-1),ft=P.min==null?yw(L,J,rt,k,x.distr==3):[P.min,P.max];x.min=Ci(x.min,P.min=ft[0]),x.max=In(x.max,P.max=ft[1])}}let xn={min:null,max:null};function Cs(){for(let L in y){let k=y[L];q[L]==null&&(k.min==null||q[A]!=null&&k.auto(n,Ct))&&(q[L]=xn)}for(let L in y){let k=y[L];q[L]==null&&k.from!=null&&q[k.from]!=null&&(q[L]=xn)}q[A]!=null&&dr(!0);let x={};for(let L in q){let k=q[L];if(k!=null){let J=x[L]=co(y[L],Tw);if(k.min!=null)Ke(J,k);else if(L!=A||s==2)if(z==0&&J.from==null){let rt=J.range(n,null,null,L);J.min=rt[0],J.max=rt[1]}else J.min=Pe,J.max=-Pe}}if(z>0){b.forEach((L,k)=>{if(s==1){let J=L.scale,rt=q[J];if(rt==null)return;let ft=x[J];if(k==0){let _t=ft.range(n,ft.min,ft.max,J);ft.min=_t[0],ft.max=_t[1],$=Ti(ft.min,t[0]),Z=Ti(ft.max,t[0]),Z-$>1&&(t[0][$]<ft.min&&$++,t[0][Z]>ft.max&&Z--),L.min=mt[$],L.max=mt[Z]}else L.show&&L.auto&&Pi(ft,rt,L,t[k],L.sorted);L.idxs[0]=$,L.idxs[1]=Z}else if(k>0&&L.show&&L.auto){let[J,rt]=L.facets,ft=J.scale,_t=rt.scale,[Nt,Ot]=t[k],zt=x[ft],ie=x[_t];zt!=null&&Pi(zt,q[ft],J,Nt,J.sorted),ie!=null&&Pi(ie,q[_t],rt,Ot,rt.sorted),L.min=rt.min,L.max=rt.max}});for(let L in x){let k=x[L],J=q[L];if(k.from==null&&(J==null||J.min==null)){let rt=k.range(n,k.min==Pe?null:k.min,k.max==-Pe?null:k.max,L);k.min=rt[0],k.max=rt[1]}}}for(let L in x){let k=x[L];if(k.from!=null){let J=x[k.from];if(J.min==null)k.min=k.max=null;else{let rt=k.range(n,J.min,J.max,L);k.min=rt[0],k.max=rt[1]}}}let w={},P=!1;for(let L in x){let k=x[L],J=y[L];if(J.min!=k.min||J.max!=k.max){J.min=k.min,J.max=k.max;let rt=J.distr;J._min=rt==3?os(J.min):rt==4?ld(J.min,J.asinh):rt==100?J.fwd(J.min):J.min,J._max=rt==3?os(J.max):rt==4?ld(J.max,J.asinh):rt==100?J.fwd(J.max):J.max,w[L]=P=!0}}if(P){b.forEach((L,k)=>{s==2?k>0&&w.y&&(L._paths=null):w[L.scale]&&(L._paths=null)});for(let L in w)fe=!0,un("setScale",L);ct&&vt.left>=0&&(B=nt=!0)}for(let L in q)q[L]=null}function Re(x){let w=gd($-1,0,z-1),P=gd(Z+1,0,z-1);for(;x[w]==null&&w>0;)w--;for(;x[P]==null&&P<z-1;)P++;return[w,P]}function jn(){if(z>0){let x=b.some(w=>w._focus)&&ke!=kn.alpha;x&&(u.globalAlpha=ke=kn.alpha),b.forEach((w,P)=>{if(P>0&&w.show&&(ls(P,!1),ls(P,!0),w._paths==null)){let L=ke;ke!=w.alpha&&(u.globalAlpha=ke=w.alpha);let k=s==2?[0,t[P][0].length-1]:Re(t[P]);w._paths=w.paths(n,P,k[0],k[1]),ke!=L&&(u.globalAlpha=ke=L)}}),b.forEach((w,P)=>{if(P>0&&w.show){let L=ke;ke!=w.alpha&&(u.globalAlpha=ke=w.alpha),w._paths!=null&&Sn(P,!1);{let k=w._paths!=null?w._paths.gaps:null,J=w.points.show(n,P,$,Z,k),rt=w.points.filter(n,P,J,k);(J||rt)&&(w.points._paths=w.points.paths(n,P,$,Z,rt),Sn(P,!0))}ke!=L&&(u.globalAlpha=ke=L),un("drawSeries",P)}}),x&&(u.globalAlpha=ke=1)}}function ls(x,w){let P=w?b[x].points:b[x];P._stroke=P.stroke(n,x),P._fill=P.fill(n,x)}function Sn(x,w){let P=w?b[x].points:b[x],{stroke:L,fill:k,clip:J,flags:rt,_stroke:ft=P._stroke,_fill:_t=P._fill,_width:Nt=P.width}=P._paths;Nt=Ie(Nt*be,3);let Ot=null,zt=Nt%2/2;w&&_t==null&&(_t=Nt>0?"#fff":ft);let ie=P.pxAlign==1&&zt>0;if(ie&&u.translate(zt,zt),!w){let xe=At-Nt/2,ge=Wt-Nt/2,ce=qt+Nt,Kt=Rt+Nt;Ot=new Path2D,Ot.rect(xe,ge,ce,Kt)}w?ur(ft,Nt,P.dash,P.cap,_t,L,k,rt,J):Ii(x,ft,Nt,P.dash,P.cap,_t,L,k,rt,Ot,J),ie&&u.translate(-zt,-zt)}function Ii(x,w,P,L,k,J,rt,ft,_t,Nt,Ot){let zt=!1;_t!=0&&U.forEach((ie,xe)=>{if(ie.series[0]==x){let ge=b[ie.series[1]],ce=t[ie.series[1]],Kt=(ge._paths||la).band;Ss(Kt)&&(Kt=ie.dir==1?Kt[0]:Kt[1]);let $t,Ne=null;ge.show&&Kt&&_w(ce,$,Z)?(Ne=ie.fill(n,xe)||J,$t=ge._paths.clip):Kt=null,ur(w,P,L,k,Ne,rt,ft,_t,Nt,Ot,$t,Kt),zt=!0}}),zt||ur(w,P,L,k,J,rt,ft,_t,Nt,Ot)}let ui=ho|xd;function ur(x,w,P,L,k,J,rt,ft,_t,Nt,Ot,zt){pe(x,w,P,L,k),(_t||Nt||zt)&&(u.save(),_t&&u.clip(_t),Nt&&u.clip(Nt)),zt?(ft&ui)==ui?(u.clip(zt),Ot&&u.clip(Ot),fa(k,rt),da(x,J,w)):ft&xd?(fa(k,rt),u.clip(zt),da(x,J,w)):ft&ho&&(u.save(),u.clip(zt),Ot&&u.clip(Ot),fa(k,rt),u.restore(),da(x,J,w)):(fa(k,rt),da(x,J,w)),(_t||Nt||zt)&&u.restore()}function da(x,w,P){P>0&&(w instanceof Map?w.forEach((L,k)=>{u.strokeStyle=Jt=k,u.stroke(L)}):w!=null&&x&&u.stroke(w))}function fa(x,w){w instanceof Map?w.forEach((P,L)=>{u.fillStyle=jt=L,u.fill(P)}):w!=null&&x&&u.fill(w)}function Kg(x,w,P,L){let k=_[x],J;if(L<=0)J=[0,0];else{let rt=k._space=k.space(n,x,w,P,L),ft=k._incrs=k.incrs(n,x,w,P,L,rt);J=VS(w,P,ft,L,rt)}return k._found=J}function Ac(x,w,P,L,k,J,rt,ft,_t,Nt){let Ot=rt%2/2;v==1&&u.translate(Ot,Ot),pe(ft,rt,_t,Nt,ft),u.beginPath();let zt,ie,xe,ge,ce=k+(L==0||L==3?-J:J);P==0?(ie=k,ge=ce):(zt=k,xe=ce);for(let Kt=0;Kt<x.length;Kt++)w[Kt]!=null&&(P==0?zt=xe=x[Kt]:ie=ge=x[Kt],u.moveTo(zt,ie),u.lineTo(xe,ge));u.stroke(),v==1&&u.translate(-Ot,-Ot)}function jg(x){let w=!0;return _.forEach((P,L)=>{if(!P.show)return;let k=y[P.scale];if(k.min==null){P._show&&(w=!1,P._show=!1,dr(!1));return}else P._show||(w=!1,P._show=!0,dr(!1));let J=P.side,rt=J%2,{min:ft,max:_t}=k,[Nt,Ot]=Kg(L,ft,_t,rt==0?K:X);if(Ot==0)return;let zt=k.distr==2,ie=P._splits=P.splits(n,L,ft,_t,Nt,Ot,zt),xe=k.distr==2?ie.map($t=>mt[$t]):ie,ge=k.distr==2?mt[ie[1]]-mt[ie[0]]:Nt,ce=P._values=P.values(n,P.filter(n,xe,L,Ot,ge),L,Ot,ge);P._rotate=J==2?P.rotate(n,ce,L,Ot):0;let Kt=P._size;P._size=hi(P.size(n,ce,L,x)),Kt!=null&&P._size!=Kt&&(w=!1)}),w}function Qg(x){let w=!0;return ua.forEach((P,L)=>{let k=P(n,L,Ri,x);k!=T[L]&&(w=!1),T[L]=k}),w}function t0(){for(let x=0;x<_.length;x++){let w=_[x];if(!w.show||!w._show)continue;let P=w.side,L=P%2,k,J,rt=w.stroke(n,x),ft=P==0||P==3?-1:1,[_t,Nt]=w._found;if(w.label!=null){let An=w.labelGap*ft,Vn=nn((w._lpos+An)*be);Dn(w.labelFont[0],rt,"center",P==2?na:xm),u.save(),L==1?(k=J=0,u.translate(Vn,nn(Wt+Rt/2)),u.rotate((P==3?-ec:ec)/2)):(k=nn(At+qt/2),J=Vn);let Is=lg(w.label)?w.label(n,x,_t,Nt):w.label;u.fillText(Is,k,J),u.restore()}if(Nt==0)continue;let Ot=y[w.scale],zt=L==0?qt:Rt,ie=L==0?At:Wt,xe=w._splits,ge=Ot.distr==2?xe.map(An=>mt[An]):xe,ce=Ot.distr==2?mt[xe[1]]-mt[xe[0]]:_t,Kt=w.ticks,$t=w.border,Ne=Kt.show?Kt.size:0,We=nn(Ne*be),dn=nn((w.alignTo==2?w._size-Ne-w.gap:w.gap)*be),Ae=w._rotate*-ec/180,Xe=m(w._pos*be),zn=(We+dn)*ft,En=Xe+zn;J=L==0?En:0,k=L==1?En:0;let Qn=w.font[0],di=w.align==1?so:w.align==2?rd:Ae>0?so:Ae<0?rd:L==0?"center":P==3?rd:so,Ui=Ae||L==1?"middle":P==2?na:xm;Dn(Qn,rt,di,Ui);let Bn=w.font[1]*w.lineGap,ti=xe.map(An=>m(a(An,Ot,zt,ie))),fi=w._values;for(let An=0;An<fi.length;An++){let Vn=fi[An];if(Vn!=null){L==0?k=ti[An]:J=ti[An],Vn=""+Vn;let Is=Vn.indexOf(`
`)==-1?[Vn]:Vn.split(/\n/gm);for(let Tn=0;Tn<Is.length;Tn++){let of=Is[Tn];Ae?(u.save(),u.translate(k,J+Tn*Bn),u.rotate(Ae),u.fillText(of,0,0),u.restore()):u.fillText(of,k,J+Tn*Bn)}}}Kt.show&&Ac(ti,Kt.filter(n,ge,x,Nt,ce),L,P,Xe,We,Ie(Kt.width*be,3),Kt.stroke(n,x),Kt.dash,Kt.cap);let Ni=w.grid;Ni.show&&Ac(ti,Ni.filter(n,ge,x,Nt,ce),L,L==0?2:1,L==0?Wt:At,L==0?Rt:qt,Ie(Ni.width*be,3),Ni.stroke(n,x),Ni.dash,Ni.cap),$t.show&&Ac([Xe],[1],L==0?1:0,L==0?1:2,L==1?Wt:At,L==1?Rt:qt,Ie($t.width*be,3),$t.stroke(n,x),$t.dash,$t.cap)}un("drawAxes")}function dr(x){b.forEach((w,P)=>{P>0&&(w._paths=null,x&&(s==1?(w.min=null,w.max=null):w.facets.forEach(L=>{L.min=null,L.max=null})))})}let pa=!1,Tc=!1,vo=[];function e0(){Tc=!1;for(let x=0;x<vo.length;x++)un(...vo[x]);vo.length=0}function fr(){pa||(Uw(Vd),pa=!0)}function n0(x,w=!1){pa=!0,Tc=w,x(n),Vd(),w&&vo.length>0&&queueMicrotask(e0)}n.batch=n0;function Vd(){if(le&&(Cs(),le=!1),fe&&(re(),fe=!1),ne){if(Fe(f,so,et),Fe(f,na,Et),Fe(f,sa,K),Fe(f,ra,X),Fe(g,so,et),Fe(g,na,Et),Fe(g,sa,K),Fe(g,ra,X),Fe(d,sa,S),Fe(d,ra,Y),h.width=nn(S*be),h.height=nn(Y*be),_.forEach(({_el:x,_show:w,_size:P,_pos:L,side:k})=>{if(x!=null)if(w){let J=k===3||k===0?P:0,rt=k%2==1;Fe(x,rt?"left":"top",L-J),Fe(x,rt?"width":"height",P),Fe(x,rt?"top":"left",rt?Et:et),Fe(x,rt?"height":"width",rt?X:K),pd(x,rr)}else Zn(x,rr)}),Jt=jt=Ht=Me=Ee=ln=de=Yt=he=null,ke=1,_o(!0),et!=St||Et!=It||K!=ee||X!=pt){dr(!1);let x=K/ee,w=X/pt;if(ct&&!B&&vt.left>=0){vt.left*=x,vt.top*=w,pr&&Vi(pr,nn(vt.left),0,K,X),mr&&Vi(mr,0,nn(vt.top),K,X);for(let P=0;P<yn.length;P++){let L=yn[P];L!=null&&(Gi[P]*=x,Wi[P]*=w,Vi(L,hi(Gi[P]),hi(Wi[P]),K,X))}}if(Ue.show&&!Tt&&Ue.left>=0&&Ue.width>0){Ue.left*=x,Ue.width*=x,Ue.top*=w,Ue.height*=w;for(let P in Dc)Fe(yr,P,Ue[P])}St=et,It=Et,ee=K,pt=X}un("setSize"),ne=!1}S>0&&Y>0&&(u.clearRect(0,0,h.width,h.height),un("drawClear"),D.forEach(x=>x()),un("draw")),Ue.show&&Tt&&(ma(Ue),Tt=!1),ct&&B&&(Ps(null,!0,!1),B=!1),bt.show&&bt.live&&nt&&(Ic(),nt=!1),l||(l=!0,n.status=1,un("ready")),Ct=!1,pa=!1}n.redraw=(x,w)=>{fe=w||!1,x!==!1?hs(A,C.min,C.max):fr()};function Cc(x,w){let P=y[x];if(P.from==null){if(z==0){let L=P.range(n,w.min,w.max,x);w.min=L[0],w.max=L[1]}if(w.min>w.max){let L=w.min;w.min=w.max,w.max=L}if(z>1&&w.min!=null&&w.max!=null&&w.max-w.min<1e-16)return;x==A&&P.distr==2&&z>0&&(w.min=Ti(w.min,t[0]),w.max=Ti(w.max,t[0]),w.min==w.max&&w.max++),q[x]=w,le=!0,fr()}}n.setScale=Cc;let Rc,Pc,pr,mr,Hd,Gd,gr,vr,Wd,Xd,De,ze,cs=!1,vn=vt.drag,cn=vn.x,hn=vn.y;ct&&(vt.x&&(Rc=ci(sw,g)),vt.y&&(Pc=ci(rw,g)),C.ori==0?(pr=Rc,mr=Pc):(pr=Pc,mr=Rc),De=vt.left,ze=vt.top);let Ue=n.select=Ke({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),yr=Ue.show?ci(iw,Ue.over?g:f):null;function ma(x,w){if(Ue.show){for(let P in x)Ue[P]=x[P],P in Dc&&Fe(yr,P,x[P]);w!==!1&&un("setSelect")}}n.setSelect=ma;function i0(x){if(b[x].show)it&&pd(Lt[x],rr);else if(it&&Zn(Lt[x],rr),ct){let P=Ln?yn[0]:yn[x];P!=null&&Vi(P,-10,-10,K,X)}}function hs(x,w,P){Cc(x,{min:w,max:P})}function Li(x,w,P,L){w.focus!=null&&l0(x),w.show!=null&&b.forEach((k,J)=>{J>0&&(x==J||x==null)&&(k.show=w.show,i0(J),s==2?(hs(k.facets[0].scale,null,null),hs(k.facets[1].scale,null,null)):hs(k.scale,null,null),fr())}),P!==!1&&un("setSeries",x,w),L&&bo("setSeries",n,x,w)}n.setSeries=Li;function s0(x,w){Ke(U[x],w)}function r0(x,w){x.fill=ue(x.fill||null),x.dir=ve(x.dir,-1),w=w??U.length,U.splice(w,0,x)}function o0(x){x==null?U.length=0:U.splice(x,1)}n.addBand=r0,n.setBand=s0,n.delBand=o0;function a0(x,w){b[x].alpha=w,ct&&yn[x]!=null&&(yn[x].style.opacity=w),it&&Lt[x]&&(Lt[x].style.opacity=w)}let Xi,us,Rs,xr={focus:!0};function l0(x){if(x!=Rs){let w=x==null,P=kn.alpha!=1;b.forEach((L,k)=>{if(s==1||k>0){let J=w||k==0||k==x;L._focus=w?null:J,P&&a0(k,J?1:kn.alpha)}}),Rs=x,P&&fr()}}it&&Hi&&wt(wm,ot,x=>{vt._lock||(je(x),Rs!=null&&Li(null,xr,!0,Ze.setSeries))});function Di(x,w,P){let L=y[w];P&&(x=x/be-(L.ori==1?Et:et));let k=K;L.ori==1&&(k=X,x=k-x),L.dir==-1&&(x=k-x);let J=L._min,rt=L._max,ft=x/k,_t=J+(rt-J)*ft,Nt=L.distr;return Nt==3?ao(10,_t):Nt==4?Mw(_t,L.asinh):Nt==100?L.bwd(_t):_t}function c0(x,w){let P=Di(x,A,w);return Ti(P,t[0],$,Z)}n.valToIdx=x=>Ti(x,t[0]),n.posToIdx=c0,n.posToVal=Di,n.valToPos=(x,w,P)=>y[w].ori==0?r(x,y[w],P?qt:K,P?At:0):o(x,y[w],P?Rt:X,P?Wt:0),n.setCursor=(x,w,P)=>{De=x.left,ze=x.top,Ps(null,w,P)};function qd(x,w){Fe(yr,so,Ue.left=x),Fe(yr,sa,Ue.width=w)}function Yd(x,w){Fe(yr,na,Ue.top=x),Fe(yr,ra,Ue.height=w)}let yo=C.ori==0?qd:Yd,xo=C.ori==1?qd:Yd;function h0(){if(it&&bt.live)for(let x=s==2?1:0;x<b.length;x++){if(x==0&&ut)continue;let w=bt.values[x],P=0;for(let L in w)te[x][P++].firstChild.nodeValue=w[L]}}function Ic(x,w){if(x!=null&&(x.idxs?x.idxs.forEach((P,L)=>{yt[L]=P}):Aw(x.idx)||yt.fill(x.idx),bt.idx=yt[0]),it&&bt.live){for(let P=0;P<b.length;P++)(P>0||s==1&&!ut)&&u0(P,yt[P]);h0()}nt=!1,w!==!1&&un("setLegend")}n.setLegend=Ic;function u0(x,w){let P=b[x],L=x==0&&V==2?mt:t[x],k;ut?k=P.values(n,x,w)??F:(k=P.value(n,w==null?null:L[w],x,w),k=k==null?F:{_:k}),bt.values[x]=k}function Ps(x,w,P){Wd=De,Xd=ze,[De,ze]=vt.move(n,De,ze),vt.left=De,vt.top=ze,ct&&(pr&&Vi(pr,nn(De),0,K,X),mr&&Vi(mr,0,nn(ze),K,X));let L,k=$>Z;Xi=Pe,us=null;let J=C.ori==0?K:X,rt=C.ori==1?K:X;if(De<0||z==0||k){L=vt.idx=null;for(let ft=0;ft<b.length;ft++){let _t=yn[ft];_t!=null&&Vi(_t,-10,-10,K,X)}Hi&&Li(null,xr,!0,x==null&&Ze.setSeries),bt.live&&(yt.fill(L),nt=!0)}else{let ft,_t,Nt;s==1&&(ft=C.ori==0?De:ze,_t=Di(ft,A),L=vt.idx=Ti(_t,t[0],$,Z),Nt=O(t[0][L],C,J,0));let Ot=-10,zt=-10,ie=0,xe=0,ge=!0,ce="",Kt="";for(let $t=s==2?1:0;$t<b.length;$t++){let Ne=b[$t],We=yt[$t],dn=We==null?null:s==1?t[$t][We]:t[$t][1][We],Ae=vt.dataIdx(n,$t,L,_t),Xe=Ae==null?null:s==1?t[$t][Ae]:t[$t][1][Ae];if(nt=nt||Xe!=dn||Ae!=We,yt[$t]=Ae,$t>0&&Ne.show){let zn=Ae==null?-10:Ae==L?Nt:O(s==1?t[0][Ae]:t[$t][0][Ae],C,J,0),En=Xe==null?-10:H(Xe,s==1?y[Ne.scale]:y[Ne.facets[1].scale],rt,0);if(Hi&&Xe!=null){let Qn=C.ori==1?De:ze,di=sn(kn.dist(n,$t,Ae,En,Qn));if(di<Xi){let Ui=kn.bias;if(Ui!=0){let Bn=Di(Qn,Ne.scale),ti=Xe>=0?1:-1,fi=Bn>=0?1:-1;fi==ti&&(fi==1?Ui==1?Xe>=Bn:Xe<=Bn:Ui==1?Xe<=Bn:Xe>=Bn)&&(Xi=di,us=$t)}else Xi=di,us=$t}}if(nt||Ln){let Qn,di;C.ori==0?(Qn=zn,di=En):(Qn=En,di=zn);let Ui,Bn,ti,fi,Ni,An,Vn=!0,Is=Le.bbox;if(Is!=null){Vn=!1;let Tn=Is(n,$t);ti=Tn.left,fi=Tn.top,Ui=Tn.width,Bn=Tn.height}else ti=Qn,fi=di,Ui=Bn=Le.size(n,$t);if(An=Le.fill(n,$t),Ni=Le.stroke(n,$t),Ln)$t==us&&Xi<=kn.prox&&(Ot=ti,zt=fi,ie=Ui,xe=Bn,ge=Vn,ce=An,Kt=Ni);else{let Tn=yn[$t];Tn!=null&&(Gi[$t]=ti,Wi[$t]=fi,Pm(Tn,Ui,Bn,Vn),Cm(Tn,An,Ni),Vi(Tn,hi(ti),hi(fi),K,X))}}}}if(Ln){let $t=kn.prox,Ne=Rs==null?Xi<=$t:Xi>$t||us!=Rs;if(nt||Ne){let We=yn[0];We!=null&&(Gi[0]=Ot,Wi[0]=zt,Pm(We,ie,xe,ge),Cm(We,ce,Kt),Vi(We,hi(Ot),hi(zt),K,X))}}}if(Ue.show&&cs)if(x!=null){let[ft,_t]=Ze.scales,[Nt,Ot]=Ze.match,[zt,ie]=x.cursor.sync.scales,xe=x.cursor.drag;if(cn=xe._x,hn=xe._y,cn||hn){let{left:ge,top:ce,width:Kt,height:$t}=x.select,Ne=x.scales[zt].ori,We=x.posToVal,dn,Ae,Xe,zn,En,Qn=ft!=null&&Nt(ft,zt),di=_t!=null&&Ot(_t,ie);Qn&&cn?(Ne==0?(dn=ge,Ae=Kt):(dn=ce,Ae=$t),Xe=y[ft],zn=O(We(dn,zt),Xe,J,0),En=O(We(dn+Ae,zt),Xe,J,0),yo(Ci(zn,En),sn(En-zn))):yo(0,J),di&&hn?(Ne==1?(dn=ge,Ae=Kt):(dn=ce,Ae=$t),Xe=y[_t],zn=H(We(dn,ie),Xe,rt,0),En=H(We(dn+Ae,ie),Xe,rt,0),xo(Ci(zn,En),sn(En-zn))):xo(0,rt)}else Uc()}else{let ft=sn(Wd-Hd),_t=sn(Xd-Gd);if(C.ori==1){let ie=ft;ft=_t,_t=ie}cn=vn.x&&ft>=vn.dist,hn=vn.y&&_t>=vn.dist;let Nt=vn.uni;Nt!=null?cn&&hn&&(cn=ft>=Nt,hn=_t>=Nt,!cn&&!hn&&(_t>ft?hn=!0:cn=!0)):vn.x&&vn.y&&(cn||hn)&&(cn=hn=!0);let Ot,zt;cn&&(C.ori==0?(Ot=gr,zt=De):(Ot=vr,zt=ze),yo(Ci(Ot,zt),sn(zt-Ot)),hn||xo(0,rt)),hn&&(C.ori==1?(Ot=gr,zt=De):(Ot=vr,zt=ze),xo(Ci(Ot,zt),sn(zt-Ot)),cn||yo(0,J)),!cn&&!hn&&(yo(0,0),xo(0,0))}if(vn._x=cn,vn._y=hn,x==null){if(P){if(rf!=null){let[ft,_t]=Ze.scales;Ze.values[0]=ft!=null?Di(C.ori==0?De:ze,ft):null,Ze.values[1]=_t!=null?Di(C.ori==1?De:ze,_t):null}bo(od,n,De,ze,K,X,L)}if(Hi){let ft=P&&Ze.setSeries,_t=kn.prox;Rs==null?Xi<=_t&&Li(us,xr,!0,ft):Xi>_t?Li(null,xr,!0,ft):us!=Rs&&Li(us,xr,!0,ft)}}nt&&(bt.idx=L,Ic()),w!==!1&&un("setCursor")}let ds=null;Object.defineProperty(n,"rect",{get(){return ds==null&&_o(!1),ds}});function _o(x=!1){x?ds=null:(ds=g.getBoundingClientRect(),un("syncRect",ds))}function $d(x,w,P,L,k,J,rt){vt._lock||cs&&x!=null&&x.movementX==0&&x.movementY==0||(Lc(x,w,P,L,k,J,rt,!1,x!=null),x!=null?Ps(null,!0,!0):Ps(w,!0,!1))}function Lc(x,w,P,L,k,J,rt,ft,_t){if(ds==null&&_o(!1),je(x),x!=null)P=x.clientX-ds.left,L=x.clientY-ds.top;else{if(P<0||L<0){De=-10,ze=-10;return}let[Nt,Ot]=Ze.scales,zt=w.cursor.sync,[ie,xe]=zt.values,[ge,ce]=zt.scales,[Kt,$t]=Ze.match,Ne=w.axes[0].side%2==1,We=C.ori==0?K:X,dn=C.ori==1?K:X,Ae=Ne?J:k,Xe=Ne?k:J,zn=Ne?L:P,En=Ne?P:L;if(ge!=null?P=Kt(Nt,ge)?a(ie,y[Nt],We,0):-10:P=We*(zn/Ae),ce!=null?L=$t(Ot,ce)?a(xe,y[Ot],dn,0):-10:L=dn*(En/Xe),C.ori==1){let Qn=P;P=L,L=Qn}}_t&&(w==null||w.cursor.event.type==od)&&((P<=1||P>=K-1)&&(P=ir(P,K)),(L<=1||L>=X-1)&&(L=ir(L,X))),ft?(Hd=P,Gd=L,[gr,vr]=vt.move(n,P,L)):(De=P,ze=L)}let Dc={width:0,height:0,left:0,top:0};function Uc(){ma(Dc,!1)}let Zd,Jd,Kd,jd;function Qd(x,w,P,L,k,J,rt){cs=!0,cn=hn=vn._x=vn._y=!1,Lc(x,w,P,L,k,J,rt,!0,!1),x!=null&&(wt(ad,dd,tf,!1),bo(bm,n,gr,vr,K,X,null));let{left:ft,top:_t,width:Nt,height:Ot}=Ue;Zd=ft,Jd=_t,Kd=Nt,jd=Ot}function tf(x,w,P,L,k,J,rt){cs=vn._x=vn._y=!1,Lc(x,w,P,L,k,J,rt,!1,!0);let{left:ft,top:_t,width:Nt,height:Ot}=Ue,zt=Nt>0||Ot>0,ie=Zd!=ft||Jd!=_t||Kd!=Nt||jd!=Ot;if(zt&&ie&&ma(Ue),vn.setScale&&zt&&ie){let xe=ft,ge=Nt,ce=_t,Kt=Ot;if(C.ori==1&&(xe=_t,ge=Ot,ce=ft,Kt=Nt),cn&&hs(A,Di(xe,A),Di(xe+ge,A)),hn)for(let $t in y){let Ne=y[$t];$t!=A&&Ne.from==null&&Ne.min!=Pe&&hs($t,Di(ce+Kt,$t),Di(ce,$t))}Uc()}else vt.lock&&(vt._lock=!vt._lock,Ps(w,!0,x!=null));x!=null&&(R(ad,dd),bo(ad,n,De,ze,K,X,null))}function d0(x,w,P,L,k,J,rt){if(vt._lock)return;je(x);let ft=cs;if(cs){let _t=!0,Nt=!0,Ot=10,zt,ie;C.ori==0?(zt=cn,ie=hn):(zt=hn,ie=cn),zt&&ie&&(_t=De<=Ot||De>=K-Ot,Nt=ze<=Ot||ze>=X-Ot),zt&&_t&&(De=De<gr?0:K),ie&&Nt&&(ze=ze<vr?0:X),Ps(null,!0,!0),cs=!1}De=-10,ze=-10,yt.fill(null),Ps(null,!0,!0),ft&&(cs=ft)}function ef(x,w,P,L,k,J,rt){vt._lock||(je(x),Vt(),Uc(),x!=null&&bo(Sm,n,De,ze,K,X,null))}function nf(){_.forEach(HS),lt(n.width,n.height,!0)}or(nc,oo,nf);let _r={};_r.mousedown=Qd,_r.mousemove=$d,_r.mouseup=tf,_r.dblclick=ef,_r.setSeries=(x,w,P,L)=>{let k=Ze.match[2];P=k(n,w,P),P!=-1&&Li(P,L,!0,!1)},ct&&(wt(bm,g,Qd),wt(od,g,$d),wt(Mm,g,x=>{je(x),_o(!1)}),wt(wm,g,d0),wt(Sm,g,ef),_d.add(n),n.syncRect=_o);let ga=n.hooks=i.hooks||{};function un(x,w,P){Tc?vo.push([x,w,P]):x in ga&&ga[x].forEach(L=>{L.call(null,n,w,P)})}(i.plugins||[]).forEach(x=>{for(let w in x.hooks)ga[w]=(ga[w]||[]).concat(x.hooks[w])});let sf=(x,w,P)=>P,Ze=Ke({key:null,setSeries:!1,filters:{pub:Nm,sub:Nm},scales:[A,b[1]?b[1].scale:null],match:[Fm,Fm,sf],values:[null,null]},vt.sync);Ze.match.length==2&&Ze.match.push(sf),vt.sync=Ze;let rf=Ze.key,Nc=Lg(rf);function bo(x,w,P,L,k,J,rt){Ze.filters.pub(x,w,P,L,k,J,rt)&&Nc.pub(x,w,P,L,k,J,rt)}Nc.sub(n);function f0(x,w,P,L,k,J,rt){Ze.filters.sub(x,w,P,L,k,J,rt)&&_r[x](null,w,P,L,k,J,rt)}n.pub=f0;function p0(){Nc.unsub(n),_d.delete(n),Zt.clear(),md(nc,oo,nf),c.remove(),ot?.remove(),un("destroy")}n.destroy=p0;function Fc(){un("init",i,t),Xt(t||i.data,!1),q[A]?Cc(A,q[A]):Vt(),Tt=Ue.show&&(Ue.width>0||Ue.height>0),B=nt=!0,lt(i.width,i.height)}return b.forEach(go),_.forEach(Ec),e?e instanceof HTMLElement?(e.appendChild(c),Fc()):e(n,Fc):Fc(),n}gn.assign=Ke;gn.fmtNum=Td;gn.rangeNum=ic;gn.rangeLog=oc;gn.rangeAsinh=Ed;gn.orient=lr;gn.pxRatio=be;gn.join=Dw;gn.fmtDate=Rd,gn.tzDate=Ww;gn.sync=Lg;{gn.addGap=AS,gn.clipGaps=cc;let i=gn.paths={points:kg};i.linear=Bg,i.stepped=RS,i.bars=PS,i.spline=LS}var Wg=["#0072b2","#d55e00","#009e73","#cc79a7","#e69f00","#56b4e9","#7d7d7d"],GS=["#4aa8e8","#ff8a4c","#2fc79a","#e59ac4","#f2b84b","#8fd0f5","#a8b0bc"],fc=class{constructor(t,e){this.app=t;this.close=e;let n=tt("div",{class:"plot-tools"},qe("save","Save these curves as CSV",()=>this.csv()),qe("close","Close this plot",()=>e(this)));this.node.append(tt("div",{class:"plot-head"},this.legend,n),this.area),new ResizeObserver(()=>this.chart?.setSize(this.room())).observe(this.area),this.area.addEventListener("click",s=>{let r=this.chart;if(!r||r.select.width>2)return;let o=r.over.getBoundingClientRect(),a=s.clientX-o.left;a>=0&&a<=o.width&&t.seek(r.posToVal(a,"x"))})}node=tt("section",{class:"plot"});legend=tt("div",{class:"legend"});area=tt("div",{class:"area"});cursor=tt("div",{class:"cursor"});chart=null;curves=[];get names(){return this.curves.map(t=>en(t.column))}get unit(){return this.curves[0]?.column.unit??""}room(){return{width:Math.max(this.area.clientWidth,120),height:Math.max(this.area.clientHeight,90)}}async add(t){let e=await Promise.all(t.map(n=>this.app.columns.values(n)));t.forEach((n,s)=>{if(this.names.includes(en(n)))return;let r=tt("button",{type:"button",class:"curve-name",title:`Select ${n.element}`},en(n));r.addEventListener("click",()=>this.app.elements.has(n.element)&&this.app.select(n.element)),this.curves.push({column:n,values:e[s],colour:"",readout:tt("span",{class:"value"}),name:r})}),this.curves.length&&this.draw()}remove(t){this.curves=this.curves.filter(e=>e.column!==t),this.curves.length?this.draw():this.close(this)}draw(){let e=document.documentElement.dataset.theme==="dark"?GS:Wg,n=new Set(this.curves.map(f=>f.column.element));this.curves.forEach((f,g)=>{let v=this.app.elements.get(f.column.element)?.colour,m=v?Wg.indexOf(v):-1;f.colour=n.size>1&&n.size===this.curves.length&&m>=0?e[m]:e[g%e.length]}),this.legend.replaceChildren(...this.curves.map(f=>{let g=tt("i",{class:"dot"});g.style.background=f.colour;let v=qe("close",`Remove ${en(f.column)}`,()=>this.remove(f.column));return tt("span",{class:"entry","data-element":f.column.element},g,f.name,f.readout,v)})),this.chart?.destroy();let[s,r]=this.app.shownUnit(this.unit),o=this.table(r),a=getComputedStyle(document.documentElement),l=a.getPropertyValue("--muted").trim(),c=a.getPropertyValue("--line").trim(),h=`11px ${a.getPropertyValue("--font").trim()}`,u={stroke:l,grid:{stroke:c,width:1},ticks:{stroke:c,width:1,size:4},font:h,labelFont:h},d={...this.room(),legend:{show:!1},pxAlign:0,cursor:{y:!1,points:{size:6},drag:{x:!0,y:!1,setScale:!0}},scales:{x:{time:!1}},axes:[{...u,size:30,space:60,values:(f,g)=>g.map(v=>`${Number(v.toPrecision(6))}`)},{...u,size:52,label:s.replace("^2","\xB2"),labelSize:16,space:28,values:(f,g)=>g.map(v=>WS(v))}],series:[{},...this.curves.map(f=>({stroke:f.colour,width:f.column.run?1:1.6,dash:f.column.run?[5,4]:void 0,points:{show:!1},spanGaps:!0,pxAlign:0}))],padding:[8,16,0,0],hooks:{draw:[f=>this.bounds(f)]}};this.area.replaceChildren(),this.chart=new gn(d,o,this.area),this.chart.over.append(this.cursor),this.chart.setScale("x",{min:o[0][0],max:o[0][o[0].length-1]}),this.mark(),this.light()}bounds(t){let[,e]=this.app.shownUnit(this.unit),{ctx:n,bbox:s}=t;n.save(),n.setLineDash([6,5]);for(let r of this.curves)for(let o of this.app.header.bounds?.[r.column.name]??[]){if(o===null)continue;let a=t.valToPos(o*e,"y",!0);a<s.top||a>s.top+s.height||(n.strokeStyle=r.colour,n.beginPath(),n.moveTo(s.left,a),n.lineTo(s.left+s.width,a),n.stroke())}n.restore()}table(t){let e=[];for(let n of this.curves){let s=n.column.run&&this.app.ghostTrack?this.app.ghostTrack:this.app.tracks.find(o=>o.entry.name==="run")??this.app.track,r=s.time.length===n.values.length?s.time:s.time.subarray(0,n.values.length);e.push([r,t===1?n.values:Float64Array.from(n.values,o=>o*t)])}return e.every(n=>n[0]===e[0][0])?[e[0][0],...e.map(n=>n[1])]:gn.join(e.map(n=>[Array.from(n[0]),Array.from(n[1])]))}mark(){let{app:t,chart:e}=this;if(!e)return;let n=e.valToPos(t.time,"x"),s=n>=-1&&n<=e.over.clientWidth+1&&t.running;this.cursor.style.display=s?"block":"none",this.cursor.style.transform=`translateX(${n}px)`;let[r,o]=t.shownUnit(this.unit);for(let a of this.curves){let l=a.column.run&&t.ghostTrack?t.ghostTrack:t.track,[c,h]=l.locate(t.time),u=t.running?`${Fn(li(a.values,c,h)*o)} ${r.replace("^2","\xB2")}`:"";a.readout.textContent!==u&&(a.readout.textContent=u)}}light(){for(let t of this.legend.children)t.classList.toggle("chosen",t.dataset.element===this.app.selected);this.node.classList.toggle("chosen",this.curves.some(t=>t.column.element===this.app.selected))}csv(){let t=["time [s]",...this.curves.map(o=>`${en(o.column)}${o.column.unit?` [${o.column.unit}]`:""}`)],e=o=>/[",;\n]/.test(o)?`"${o.replaceAll('"','""')}"`:o,n=[t.map(e).join(",")],[s,...r]=this.table(1);for(let o=0;o<s.length;o++)n.push([s[o],...r.map(a=>a[o]??"")].join(","));jo(`${this.app.header.name}-curves.csv`,n.join(`
`)+`
`,"text/csv")}destroy(){this.chart?.destroy(),this.node.remove()}},pc=class{constructor(t){this.app=t;this.node.append(tt("div",{class:"finder"},this.search,this.found),this.list,this.empty),this.search.addEventListener("input",()=>this.suggest()),this.search.addEventListener("focus",()=>this.suggest()),this.search.addEventListener("keydown",e=>{e.key==="Escape"&&this.close(),e.key==="Enter"&&this.found.querySelector("button")?.click(),e.key==="ArrowDown"&&this.found.querySelector("button")?.focus()}),document.addEventListener("pointerdown",e=>{this.node.contains(e.target)||this.close()}),t.on("load",()=>void this.reload()),t.on("time",()=>this.plots.forEach(e=>e.mark())),t.on("track",()=>this.plots.forEach(e=>e.mark())),t.on("select",()=>this.plots.forEach(e=>e.light()))}node=tt("div",{class:"plots"});search=tt("input",{type:"search",placeholder:"Add a curve\u2026","aria-label":"Add a curve by name",autocomplete:"off",spellcheck:"false"});found=tt("div",{class:"found",role:"listbox","aria-label":"Columns"});list=tt("div",{class:"plot-list"});empty=tt("p",{class:"empty"});plots=[];wanted=[];turn=0;close(){this.found.classList.remove("open")}suggest(){let t=this.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean),e=new Set(this.plots.flatMap(o=>o.names)),n=this.app.columns.all.filter(o=>!e.has(en(o))&&t.every(a=>en(o).toLowerCase().includes(a))),r=[...n.filter(o=>o.element===this.app.selected),...n.filter(o=>o.element!==this.app.selected)].slice(0,60);this.found.replaceChildren(...r.map(o=>{let a=tt("button",{type:"button",role:"option"},tt("span",{},en(o)),tt("small",{},o.unit.replace("^2","\xB2")));return a.addEventListener("click",()=>{this.add(en(o)),this.search.value="",this.close()}),a})),r.length||this.found.replaceChildren(tt("p",{class:"empty"},this.app.columns.all.length?"no such column":"a model has no curves before it has run")),this.found.classList.add("open")}async add(t){let e=this.app.columns.all.find(s=>en(s)===t);if(!e)return null;let n=this.plots.find(s=>s.unit===e.unit&&s.curves.length<6);return n||(n=new fc(this.app,s=>this.drop(s)),this.plots.push(n),this.list.append(n.node)),await n.add([e]),this.tidy(),n}async open(t){let e=t.map(s=>this.app.columns.all.find(r=>en(r)===s)).filter(s=>s!==void 0);if(!e.length)return;let n=new fc(this.app,s=>this.drop(s));this.plots.push(n),this.list.append(n.node),await n.add(e)}drop(t){t.destroy(),this.plots=this.plots.filter(e=>e!==t),this.tidy()}tidy(){this.wanted=this.plots.map(s=>s.names);let t=!this.plots.length,n=this.app.header.kind==="result"&&this.app.track.time.length<2?"One instant has no curves: select a part to see its values.":this.app.columns.all.length?"No curves yet: search above, or press + beside a value.":"Curves appear here when there is a run.";this.empty.textContent=t?n:"",this.empty.hidden=!t}async reload(){let t=this.wanted.length&&this.wanted.flat().some(s=>this.app.columns.all.some(r=>en(r)===s))?this.wanted:this.app.header.shown,e=this.app.ghostTrack!==null,n=++this.turn;for(let s of this.plots)s.destroy();this.plots=[],await Promise.all(t.map(s=>this.open([...new Set(s.flatMap(r=>e&&!r.endsWith(" (2)")?[r,`${r} (2)`]:[r]))]))),n===this.turn&&this.tidy()}redraw(){this.plots.forEach(t=>t.draw())}};function WS(i){let t=Math.abs(i);return t!==0&&(t>=1e5||t<.001)?i.toExponential(0).replace("e+","e"):`${Number(i.toPrecision(4))}`.replace("-","\u2212")}var mc=class{constructor(t){this.app=t;t.on("load",()=>this.draw()),t.on("track",()=>this.draw())}node=tt("div",{class:"postures",role:"radiogroup","aria-label":"What is shown"});draw(){let{app:t}=this;this.node.hidden=t.tracks.length<2,this.node.replaceChildren(...t.tracks.map(n=>{let s=n===t.track,r=t.header.kind==="model"&&n.entry.name==="run"?"run":n.entry.label;return tt("button",{type:"button",role:"radio","aria-checked":String(s),class:"chip",title:n.entry.note??r,onclick:()=>t.setTrack(n)},r)}));let e=t.track.entry.note;e&&this.node.append(tt("p",{class:t.track.entry.gaps?"posture-note bad":"posture-note"},e))}},gc=class{node=tt("div",{class:"scale",hidden:!0});constructor(t){let e=()=>{let n=t.running?t.strongest:0;this.node.hidden=!(n>0),this.node.replaceChildren(tt("span",{},"tension 0"),tt("span",{},`${Fn(n,3)} N`),tt("i",{}))};t.on("look",e),t.on("track",e)}},vc=class{constructor(t){this.app=t;t.on("load",()=>this.draw())}node=tt("section",{class:"parameters","aria-label":"Parameters"});changed=new Map;busy=!1;again=!1;built="";draw(){let{header:t,server:e}=this.app,n=t.parameters.filter(r=>r.free&&r.value!==null),s=JSON.stringify([n.map(r=>r.name),t.coordinates.map(r=>r.joint+r.coordinate)]);if(this.node.hidden=!e.parameters||!n.length&&!t.coordinates.length,!(this.node.hidden||s===this.built&&(this.busy||this.node.contains(document.activeElement)))){if(this.built=s,this.node.replaceChildren(),n.length){let r=tt("button",{type:"button",class:"link",onclick:()=>this.reset()},"as in the file");this.node.append(tt("h3",{},"Parameters",r));for(let o of n){let a=/\*\s*deg$/.test(o.text)?180/Math.PI:1;this.node.append(this.slider(o.name,o.value*a,a===1?"":"\xB0",l=>this.change(o.name,l/a)))}}if(t.coordinates.length){this.node.append(tt("h3",{},"Move joints"));for(let r of t.coordinates){let o=r.unit==="rad"?180/Math.PI:1,a=`${r.joint}.${r.coordinate}`;this.node.append(this.slider(a,r.value*o,r.unit==="rad"?"\xB0":"m",l=>void this.drag(r.joint,r.coordinate,l/o),[r.minimum*o,r.maximum*o]))}}}}slider(t,e,n,s,r){let o=Math.abs(e)||1,[a,l]=r??(e===0?[-1,1]:[e-o,e+o].sort((d,f)=>d-f)),c=tt("input",{type:"range",min:a,max:l,step:(l-a)/400,value:e,"aria-label":t,class:"slider"}),h=tt("input",{type:"text",inputmode:"decimal",value:Fn(e),"aria-label":`${t}, value`,class:"number"}),u=()=>c.style.setProperty("--share",`${100*(Number(c.value)-Number(c.min))/(Number(c.max)-Number(c.min))}%`);return c.addEventListener("input",()=>{h.value=Fn(Number(c.value)),u(),s(Number(c.value))}),h.addEventListener("change",()=>{let d=Number(h.value.replace("\u2212","-").replace(",","."));Number.isFinite(d)&&(d<Number(c.min)&&(c.min=String(d)),d>Number(c.max)&&(c.max=String(d)),c.value=String(d),u(),s(d))}),u(),tt("div",{class:"parameter","data-name":t},tt("label",{},t),h,tt("span",{class:"unit"},n),c)}change(t,e){this.changed.set(t,e),this.send()}reset(){this.changed.clear(),this.built="",this.send()}async send(){if(this.busy){this.again=!0;return}this.busy=!0,this.node.classList.add("busy");try{do this.again=!1,await this.app.server.parameters?.(Object.fromEntries(this.changed));while(this.again)}catch{}finally{this.busy=!1,this.node.classList.remove("busy")}}dragging=null;next=null;async drag(t,e,n){this.next=[t,e,n],this.dragging??=(async()=>{for(;this.next;){let[s,r,o]=this.next;this.next=null;let a=await this.app.server.drag?.(s,r,o).catch(()=>null);if(!a)continue;let l=this.app.mechanism?.mats.slice()??new Float64Array;this.app.header.scene.bodies.forEach((c,h)=>a[c]&&l.set(a[c],16*h)),this.app.play(!1),this.app.posed=l,this.app.refresh()}this.dragging=null})(),await this.dragging}},yc=class{constructor(t){this.app=t;t.on("load",()=>this.draw()),t.on("faults",()=>this.draw())}node=tt("section",{class:"sheet",role:"dialog",hidden:!0});kind="";toggle(t){this.app.header||(t="faults"),this.kind=this.kind===t?"":t,this.draw()}open(t){this.kind=t,this.draw()}close(t){t&&this.kind!==t||(this.kind="",this.draw())}get shown(){return this.kind}draw(){if(this.node.hidden=this.kind==="",!this.kind)return;this.node.setAttribute("aria-label",this.kind);let t=qe("close","Close",()=>this.close()),e=tt("header",{},tt("h2",{},this.kind==="summary"?"Summary":"Faults"),t);this.node.replaceChildren(e,...this.kind==="summary"?this.summary():this.faults())}summary(){let{header:t}=this.app,e=tt("dl",{});for(let[r,o]of t.summary)e.append(tt("dt",{},r),tt("dd",{},o));let n=[e],s=(r,o)=>o.length&&n.push(tt("h3",{},r),tt("ul",{},...o.map(a=>tt("li",{},a))));return s("Warnings",t.warnings),s("Free to move",t.free),s("Not closed",t.gaps.map(([r,o,a])=>`${r}: ${Fn(o)} ${a}`)),s("Redundant together",t.redundant),t.left_out.length&&s("Left out to keep the file small",[`${t.left_out.length} columns, such as ${t.left_out.slice(0,4).join(", ")}`]),n}faults(){let t=this.app.faults;return t.length?[tt("p",{class:"kept"},this.app.mechanism?"The picture is the last one that was right.":"Mend the file and save it: the picture follows."),tt("ol",{class:"faults"},...t.map(e=>XS(e)))]:[tt("p",{class:"empty"},"Nothing is wrong.")]}};function XS(i){let t=i.file?`${i.file.split(/[\\/]/).pop()??i.file}${i.line?`, line ${i.line}`:""}`:"";return tt("li",{},t?tt("code",{class:"place"},t):null,tt("strong",{},i.element?`${i.element}: ${i.what}`:i.what),i.why?tt("p",{},i.why):null,i.remedy?tt("p",{class:"remedy"},i.remedy):null)}var Xg={type:"change"},Od={type:"start"},Yg={type:"end"},xc=new Xs,qg=new vi,qS=Math.cos(70*Dp.DEG2RAD),on=new N,On=2*Math.PI,Ce={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},Fd=1e-6,_c=class extends Pl{constructor(t,e=null){super(t,e),this.state=Ce.NONE,this.enabled=!0,this.target=new N,this.cursor=new N,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:Qs.ROTATE,MIDDLE:Qs.DOLLY,RIGHT:Qs.PAN},this.touches={ONE:tr.ROTATE,TWO:tr.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._domElementKeyEvents=null,this._lastPosition=new N,this._lastQuaternion=new Un,this._lastTargetPosition=new N,this._quat=new Un().setFromUnitVectors(t.up,new N(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new $o,this._sphericalDelta=new $o,this._scale=1,this._panOffset=new N,this._rotateStart=new gt,this._rotateEnd=new gt,this._rotateDelta=new gt,this._panStart=new gt,this._panEnd=new gt,this._panDelta=new gt,this._dollyStart=new gt,this._dollyEnd=new gt,this._dollyDelta=new gt,this._dollyDirection=new N,this._mouse=new gt,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=$S.bind(this),this._onPointerDown=YS.bind(this),this._onPointerUp=ZS.bind(this),this._onContextMenu=nE.bind(this),this._onMouseWheel=jS.bind(this),this._onKeyDown=QS.bind(this),this._onTouchStart=tE.bind(this),this._onTouchMove=eE.bind(this),this._onMouseDown=JS.bind(this),this._onMouseMove=KS.bind(this),this._interceptControlDown=iE.bind(this),this._interceptControlUp=sE.bind(this),this.domElement!==null&&this.connect(),this.update()}connect(){this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.getRootNode().addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.removeEventListener("pointermove",this._onPointerMove),this.domElement.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.getRootNode().removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.style.touchAction="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(t){t.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=t}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(Xg),this.update(),this.state=Ce.NONE}update(t=null){let e=this.object.position;on.copy(e).sub(this.target),on.applyQuaternion(this._quat),this._spherical.setFromVector3(on),this.autoRotate&&this.state===Ce.NONE&&this._rotateLeft(this._getAutoRotationAngle(t)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=On:n>Math.PI&&(n-=On),s<-Math.PI?s+=On:s>Math.PI&&(s-=On),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(on.setFromSpherical(this._spherical),on.applyQuaternion(this._quatInverse),e.copy(this.target).add(on),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=on.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new N(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new N(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=on.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(xc.origin.copy(this.object.position),xc.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(xc.direction))<qS?this.object.lookAt(this.target):(qg.setFromNormalAndCoplanarPoint(this.object.up,this.target),xc.intersectPlane(qg,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>Fd||8*(1-this._lastQuaternion.dot(this.object.quaternion))>Fd||this._lastTargetPosition.distanceToSquared(this.target)>Fd?(this.dispatchEvent(Xg),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(t){return t!==null?On/60*this.autoRotateSpeed*t:On/60/60*this.autoRotateSpeed}_getZoomScale(t){let e=Math.abs(t*.01);return Math.pow(.95,this.zoomSpeed*e)}_rotateLeft(t){this._sphericalDelta.theta-=t}_rotateUp(t){this._sphericalDelta.phi-=t}_panLeft(t,e){on.setFromMatrixColumn(e,0),on.multiplyScalar(-t),this._panOffset.add(on)}_panUp(t,e){this.screenSpacePanning===!0?on.setFromMatrixColumn(e,1):(on.setFromMatrixColumn(e,0),on.crossVectors(this.object.up,on)),on.multiplyScalar(t),this._panOffset.add(on)}_pan(t,e){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;on.copy(s).sub(this.target);let r=on.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*t*r/n.clientHeight,this.object.matrix),this._panUp(2*e*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(t*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(e*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(t,e){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=t-n.left,r=e-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(t){return Math.max(this.minDistance,Math.min(this.maxDistance,t))}_handleMouseDownRotate(t){this._rotateStart.set(t.clientX,t.clientY)}_handleMouseDownDolly(t){this._updateZoomParameters(t.clientX,t.clientX),this._dollyStart.set(t.clientX,t.clientY)}_handleMouseDownPan(t){this._panStart.set(t.clientX,t.clientY)}_handleMouseMoveRotate(t){this._rotateEnd.set(t.clientX,t.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(On*this._rotateDelta.x/e.clientHeight),this._rotateUp(On*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(t){this._dollyEnd.set(t.clientX,t.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.update()}_handleMouseMovePan(t){this._panEnd.set(t.clientX,t.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(t){this._updateZoomParameters(t.clientX,t.clientY),t.deltaY<0?this._dollyIn(this._getZoomScale(t.deltaY)):t.deltaY>0&&this._dollyOut(this._getZoomScale(t.deltaY)),this.update()}_handleKeyDown(t){let e=!1;switch(t.code){case this.keys.UP:t.ctrlKey||t.metaKey||t.shiftKey?this._rotateUp(On*this.rotateSpeed/this.domElement.clientHeight):this._pan(0,this.keyPanSpeed),e=!0;break;case this.keys.BOTTOM:t.ctrlKey||t.metaKey||t.shiftKey?this._rotateUp(-On*this.rotateSpeed/this.domElement.clientHeight):this._pan(0,-this.keyPanSpeed),e=!0;break;case this.keys.LEFT:t.ctrlKey||t.metaKey||t.shiftKey?this._rotateLeft(On*this.rotateSpeed/this.domElement.clientHeight):this._pan(this.keyPanSpeed,0),e=!0;break;case this.keys.RIGHT:t.ctrlKey||t.metaKey||t.shiftKey?this._rotateLeft(-On*this.rotateSpeed/this.domElement.clientHeight):this._pan(-this.keyPanSpeed,0),e=!0;break}e&&(t.preventDefault(),this.update())}_handleTouchStartRotate(t){if(this._pointers.length===1)this._rotateStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(t){if(this._pointers.length===1)this._panStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panStart.set(n,s)}}_handleTouchStartDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enablePan&&this._handleTouchStartPan(t)}_handleTouchStartDollyRotate(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enableRotate&&this._handleTouchStartRotate(t)}_handleTouchMoveRotate(t){if(this._pointers.length==1)this._rotateEnd.set(t.pageX,t.pageY);else{let n=this._getSecondPointerPosition(t),s=.5*(t.pageX+n.x),r=.5*(t.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(On*this._rotateDelta.x/e.clientHeight),this._rotateUp(On*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(t){if(this._pointers.length===1)this._panEnd.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(t.pageX+e.x)*.5,a=(t.pageY+e.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enablePan&&this._handleTouchMovePan(t)}_handleTouchMoveDollyRotate(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enableRotate&&this._handleTouchMoveRotate(t)}_addPointer(t){this._pointers.push(t.pointerId)}_removePointer(t){delete this._pointerPositions[t.pointerId];for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId){this._pointers.splice(e,1);return}}_isTrackingPointer(t){for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId)return!0;return!1}_trackPointer(t){let e=this._pointerPositions[t.pointerId];e===void 0&&(e=new gt,this._pointerPositions[t.pointerId]=e),e.set(t.pageX,t.pageY)}_getSecondPointerPosition(t){let e=t.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[e]}_customWheelEvent(t){let e=t.deltaMode,n={clientX:t.clientX,clientY:t.clientY,deltaY:t.deltaY};switch(e){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return t.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function YS(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.addEventListener("pointermove",this._onPointerMove),this.domElement.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i)))}function $S(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function ZS(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.removeEventListener("pointermove",this._onPointerMove),this.domElement.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(Yg),this.state=Ce.NONE;break;case 1:let t=this._pointers[0],e=this._pointerPositions[t];this._onTouchStart({pointerId:t,pageX:e.x,pageY:e.y});break}}function JS(i){let t;switch(i.button){case 0:t=this.mouseButtons.LEFT;break;case 1:t=this.mouseButtons.MIDDLE;break;case 2:t=this.mouseButtons.RIGHT;break;default:t=-1}switch(t){case Qs.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=Ce.DOLLY;break;case Qs.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Ce.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Ce.ROTATE}break;case Qs.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Ce.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Ce.PAN}break;default:this.state=Ce.NONE}this.state!==Ce.NONE&&this.dispatchEvent(Od)}function KS(i){switch(this.state){case Ce.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case Ce.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case Ce.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function jS(i){this.enabled===!1||this.enableZoom===!1||this.state!==Ce.NONE||(i.preventDefault(),this.dispatchEvent(Od),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(Yg))}function QS(i){this.enabled===!1||this.enablePan===!1||this._handleKeyDown(i)}function tE(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case tr.ROTATE:if(this.enableRotate===!1)return;this._handleTouchStartRotate(i),this.state=Ce.TOUCH_ROTATE;break;case tr.PAN:if(this.enablePan===!1)return;this._handleTouchStartPan(i),this.state=Ce.TOUCH_PAN;break;default:this.state=Ce.NONE}break;case 2:switch(this.touches.TWO){case tr.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=Ce.TOUCH_DOLLY_PAN;break;case tr.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=Ce.TOUCH_DOLLY_ROTATE;break;default:this.state=Ce.NONE}break;default:this.state=Ce.NONE}this.state!==Ce.NONE&&this.dispatchEvent(Od)}function eE(i){switch(this._trackPointer(i),this.state){case Ce.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case Ce.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case Ce.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case Ce.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=Ce.NONE}}function nE(i){this.enabled!==!1&&i.preventDefault()}function iE(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.getRootNode().addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function sE(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.getRootNode().removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var $g=.5,rE={front:[0,-1,0],back:[0,1,0],left:[-1,0,0],right:[1,0,0],top:[0,0,1],bottom:[0,0,-1],iso:[.62,-1,.52]},bc=class{constructor(t){this.host=t;let e=oE();this.renderer=new cl({antialias:!e,alpha:!0,preserveDrawingBuffer:!1,powerPreference:"high-performance"}),this.full=this.usual=this.ratio=Math.min(window.devicePixelRatio||1,2),e&&(this.full=Math.max(this.full,2)),this.renderer.setPixelRatio(this.ratio),this.renderer.setClearColor(0,0),t.append(this.renderer.domElement),this.renderer.domElement.setAttribute("aria-label","The mechanism. Drag to turn, right button to move, wheel to zoom."),this.renderer.domElement.setAttribute("role","img"),this.camera=this.perspective,this.controls=new _c(this.camera,this.renderer.domElement),this.controls.enableDamping=!0,this.controls.dampingFactor=.14,this.controls.zoomToCursor=!0;let n=!1;this.controls.addEventListener("start",()=>n=!0),this.controls.addEventListener("end",()=>n=!1),this.controls.addEventListener("change",()=>{this.hasty||=n,this.touch()}),new ResizeObserver(()=>this.resize()).observe(t),this.resize();let s=performance.now(),r=o=>{requestAnimationFrame(r);let a=Math.min((o-s)/1e3,.25);s=o,this.controls.update();let l=this.onframe(a);(l||this.dirty)&&this.draw(a,l)};requestAnimationFrame(r)}scene=new hl;renderer;perspective=new Pn(32,1,.01,1e3);parallel=new Bo(-1,1,1,-1,-1e3,1e3);controls;camera;planar=!1;size=1;box=new xi;grid=null;floored=!0;dirty=!0;slow=0;even=0;patience=120;usual;ratio;full;rest=0;hasty=!0;onframe=()=>!1;ondrawn=()=>{};touch(){this.dirty=!0}draw(t,e){this.dirty=!1,fm(this.camera,this.controls.target),this.sharpen(e||this.hasty?this.ratio:this.full),this.renderer.render(this.scene,this.camera),this.ondrawn(),(e||this.hasty)&&(window.clearTimeout(this.rest),this.rest=window.setTimeout(()=>this.calm(),400)),e&&(this.slow=.9*this.slow+.1*t,this.even++,this.slow>.04&&this.ratio>$g?this.pace(Math.max($g,this.ratio*.75)):this.slow<.021&&this.ratio<this.usual&&this.even>this.patience&&(this.patience*=2,this.pace(Math.min(this.usual,this.ratio/.75))))}pace(t){this.ratio=t,this.slow=.03,this.even=0}calm(){this.hasty=!1,this.touch()}sharpen(t){this.renderer.getPixelRatio()!==t&&this.renderer.setPixelRatio(t)}resize(){let{clientWidth:t,clientHeight:e}=this.host;if(!t||!e)return;this.renderer.setSize(t,e),this.perspective.aspect=t/e,this.perspective.updateProjectionMatrix();let n=(this.parallel.top-this.parallel.bottom)/2;this.parallel.left=-n*t/e,this.parallel.right=n*t/e,this.parallel.updateProjectionMatrix(),this.touch()}frame(t,e,n){this.planar=n,this.box.set(new N(...t),new N(...e)),this.size=Math.max(this.box.getSize(new N).length(),1e-6),this.perspective.near=this.size/200,this.perspective.far=this.size*60,this.parallel.near=-this.size*30,this.parallel.far=this.size*60,this.floor()}setParallel(t){let e=this.camera;this.camera=t?this.parallel:this.perspective,this.camera.up.copy(e.up),this.camera.position.copy(e.position),this.controls.object=this.camera,this.look(null)}look(t){let e=this.box.getCenter(new N),n;t===null?n=this.camera.position.clone().sub(this.controls.target).normalize():this.planar?n=new N(...aE[t]):n=new N(...rE[t]),n.lengthSq()||n.set(0,-1,0),n.normalize(),this.camera.up.set(0,this.planar?1:0,this.planar?0:1),Math.abs(n.dot(this.camera.up))>.999&&n.addScaledVector(this.planar?new N(0,0,1):new N(0,-1,0),.001).normalize();let s=this.camera.up,r=new N().crossVectors(s,n).normalize(),o=new N().crossVectors(n,r),a=this.host.clientWidth/Math.max(this.host.clientHeight,1),l=Math.tan(this.perspective.fov*Math.PI/360),c=0,h=0;for(let u=0;u<8;u++){let d=new N(u&1?this.box.max.x:this.box.min.x,u&2?this.box.max.y:this.box.min.y,u&4?this.box.max.z:this.box.min.z);d.sub(e);let f=Math.max(Math.abs(d.dot(o)),Math.abs(d.dot(r))/a);c=Math.max(c,f),h=Math.max(h,f/l+d.dot(n))}c=1.12*c+.02*this.size,h=this.camera===this.perspective?1.1*h+.02*this.size:this.size*3,this.controls.target.copy(e),this.camera.position.copy(e).addScaledVector(n,h),this.parallel.top=c,this.parallel.bottom=-c,this.parallel.zoom=1,this.controls.update(),this.resize()}floor(){this.grid&&this.scene.remove(this.grid);let t=lE(this.size/9),e=this.planar?60:24;this.grid=new Rl(t*e,e,8947848,8947848);let n=this.grid.material;n.transparent=!0,n.depthWrite=!1,this.grid.rotation.x=Math.PI/2;let s=this.box.getCenter(new N),r=o=>Math.round(o/t)*t;this.grid.position.set(r(s.x),r(s.y),this.planar?this.box.min.z-.12*this.size:this.box.min.z-.02*this.size),this.grid.renderOrder=-1,this.grid.visible=this.floored,this.scene.add(this.grid),this.tint()}showFloor(t){this.floored=t,this.grid&&(this.grid.visible=t),this.touch()}tint(){let t=getComputedStyle(document.documentElement);if(this.grid){let e=this.grid.material;e.vertexColors=!1,e.color=new se(t.getPropertyValue("--grid").trim()||"#888"),e.opacity=this.planar?.45:.55,e.needsUpdate=!0}pm(t.getPropertyValue("--bounce").trim()||"#8890a0"),this.touch()}ray(t){let e=this.renderer.domElement.getBoundingClientRect(),n=new gt((t.clientX-e.left)/e.width*2-1,1-(t.clientY-e.top)/e.height*2),s=new Cl;return s.setFromCamera(n,this.camera),s}async png(){let t=getComputedStyle(document.documentElement).getPropertyValue("--paper").trim();this.renderer.setClearColor(new se(t||"#ffffff"),1),this.sharpen(Math.max(this.full,2)),this.renderer.render(this.scene,this.camera);let e=document.createElement("canvas");return e.width=this.renderer.domElement.width,e.height=this.renderer.domElement.height,e.getContext("2d")?.drawImage(this.renderer.domElement,0,0),this.renderer.setClearColor(0,0),this.touch(),new Promise(n=>e.toBlob(n,"image/png"))}};function oE(){let i=document.createElement("canvas").getContext("webgl2"),t=i?.getExtension("WEBGL_debug_renderer_info"),e=i&&t?String(i.getParameter(t.UNMASKED_RENDERER_WEBGL)):"";return i?.getExtension("WEBGL_lose_context")?.loseContext(),/swiftshader|llvmpipe|softpipe|software|basic render/i.test(e)}var aE={front:[0,0,1],back:[0,0,-1],left:[-1,0,0],right:[1,0,0],top:[0,1,.001],bottom:[0,-1,.001],iso:[.45,.38,1]};function lE(i){let t=10**Math.floor(Math.log10(i)),e=i/t;return t*(e<1.5?1:e<3.5?2:e<7.5?5:10)}var kd=[.01,.02,.05,.1,.2,.5,1,2,5,10],Mc=class{constructor(t){this.app=t;for(let a of kd)this.rate.append(tt("option",{value:a,selected:a===1},`${a}\xD7`));let e=qe("first","To the start (Home)",()=>t.seek(t.track.start)),n=qe("back","One instant back (\u2190)",()=>t.nudge(-1)),s=qe("next","One instant on (\u2192)",()=>t.nudge(1)),r=qe("last","To the end (End)",()=>t.seek(t.track.end)),o=tt("div",{class:"rail"},this.slider,this.marks,this.said);this.node.append(tt("div",{class:"transport"},e,n,this.play,s,r),this.rate,this.loop,o,this.clock),this.slider.addEventListener("input",()=>{t.play(!1),t.seek(Number(this.slider.value))}),this.rate.addEventListener("change",()=>t.rate=Number(this.rate.value)),t.on("time",()=>this.time()),t.on("play",()=>this.state()),t.on("track",()=>this.reset())}node=tt("footer",{class:"timeline","aria-label":"Time"});slider=tt("input",{type:"range",min:"0",max:"1",step:"any",value:"0","aria-label":"Time",class:"slider"});clock=tt("output",{class:"clock","aria-live":"off"});play=qe("play","Play (space)",()=>this.app.play(!this.app.playing),{class:"tool primary"});loop=qe("loop","Repeat",()=>this.toggle(),{"aria-pressed":"true"});rate=tt("select",{class:"rate","aria-label":"Speed"});marks=tt("div",{class:"events"});paced="";said=tt("div",{class:"event-text","aria-live":"polite"});toggle(){this.app.loop=!this.app.loop,this.loop.setAttribute("aria-pressed",String(this.app.loop))}state(){this.play.replaceChildren(wi(this.app.playing?"pause":"play")),this.play.setAttribute("aria-label",this.app.playing?"Pause (space)":"Play (space)")}pace(){let{app:t}=this,e=t.track.end-t.track.start;this.paced===t.track.entry.name||e<=0||(this.paced=t.track.entry.name,t.rate=e>=1?1:kd.filter(n=>n<=e/2.5).pop()??kd[0],this.rate.value=String(t.rate))}reset(){let{track:t,header:e}=this.app;this.pace();let n=t.end<=t.start;this.node.classList.toggle("still",n),this.slider.min=String(t.start),this.slider.max=String(t.end),this.slider.disabled=n;for(let a of this.node.querySelectorAll(".transport button"))a.disabled=n;let s=t.end-t.start||1,r=this.app.running?e.events:[],o=r.length>400?r.filter((a,l)=>l%Math.ceil(r.length/400)===0):r;this.marks.replaceChildren(...o.map(([a,l,c])=>{let h=`${a.toPrecision(5)} s: ${l} ${c}`,u=tt("button",{type:"button",class:"event",title:h,"aria-label":`Event at ${h}`});return u.style.left=`${100*(a-t.start)/s}%`,u.addEventListener("click",()=>this.app.seek(a)),u})),this.time(),this.state()}time(){let{app:t}=this;this.slider.value=String(t.time);let e=(t.time-t.track.start)/(t.track.end-t.track.start||1);this.slider.style.setProperty("--share",`${100*e}%`);let n=t.track.time.length>1?(t.track.end-t.track.start)/(t.track.time.length-1):1,s=Math.min(Math.max(Math.ceil(-Math.log10(n))+1,2),6),r=t.track.end>t.track.start?`${t.time.toFixed(s)} s`:"\u2013";this.clock.textContent=r,this.slider.setAttribute("aria-valuetext",r);let o=t.running?t.header.events.find(([l])=>Math.abs(l-t.time)<.004*(t.track.end-t.track.start)):void 0,a=o?`${o[1]}: ${o[2]}`:"";this.said.textContent!==a&&(this.said.textContent=a)}};var cE=[["front","Front"],["right","Right"],["top","Top"],["left","Left"],["back","Back"],["iso","Slanted"]],wc=class{constructor(t,e,n,s){this.app=t;this.sheet=e;this.retheme=n;this.summary=tt("button",{type:"button",class:"chip",onclick:()=>e.toggle("summary")},"Summary"),this.faults.addEventListener("click",()=>e.toggle("faults")),this.theme=qe("moon","Dark or light",()=>this.retheme(document.documentElement.dataset.theme==="dark"?"light":"dark"));let r=Bd("layers","Show",()=>this.shows()),o=Bd("camera","View",()=>this.views()),a=Bd("save","Save",()=>this.saves()),l=qe("fit","All in sight (F)",()=>t.stage.look(null));this.node.append(tt("div",{class:"titles"},this.name,this.said),tt("div",{class:"chips"},this.summary,this.faults),tt("span",{class:"grow"}),r,o,l,a,this.theme),s&&this.node.classList.add("small"),t.on("load",()=>this.draw()),t.on("faults",()=>this.draw())}node=tt("header",{class:"top"});name=tt("h1",{});said=tt("p",{class:"said"});faults=tt("button",{type:"button",class:"chip fault-chip"});summary;theme;draw(){let{header:t,faults:e,connected:n}=this.app;if(!t)return this.nothing();this.name.textContent=t.name;let s=[t.kind==="model"?"model":t.analysis,t.status,n?"":"server gone"];this.said.textContent=s.filter(Boolean).join(" \xB7 "),this.said.classList.toggle("bad",t.status==="failed"||!n),t.message&&(this.said.title=t.message),document.title=`${t.name} \xB7 vazba`;let r=e.length;this.faults.textContent=r===1?"1 fault":`${r} faults`,this.faults.classList.toggle("bad",r>0),this.faults.hidden=r===0&&t.kind!=="model";let o=t.warnings.length;this.summary.replaceChildren("Summary",o?tt("span",{class:"summary-count"},`\xB7 ${o} ${o===1?"warning":"warnings"}`):""),this.theme.replaceChildren(wi(document.documentElement.dataset.theme==="dark"?"sun":"moon"))}nothing(){let t=this.app.faults.length;this.name.textContent="vazba",this.said.textContent=this.app.connected?"nothing to show yet":"server gone",this.faults.textContent=t===1?"1 fault":`${t} faults`,this.faults.classList.add("bad")}drawTheme(){this.theme.replaceChildren(wi(document.documentElement.dataset.theme==="dark"?"sun":"moon"))}shows(){let{app:t}=this,e=[cr("Names",t.names.on,n=>this.names(n))];for(let[n,s]of[["points","Names of points"]])e.push(cr(s,t.nameSections.has(n),r=>{r?t.nameSections.add(n):t.nameSections.delete(n),t.refresh()}));for(let n of nd)t.arrows.kinds().includes(n)&&e.push(cr(hE[n],t.arrows.on.has(n),s=>void t.arrow(n,s)));return t.ghost&&e.push(cr("Second result",t.ghostShown,n=>{t.ghostShown=n,t.refresh()})),e.push(cr("Floor",t.stage.floored,n=>t.stage.showFloor(n))),e.push(cr("Angles in degrees",t.degrees,n=>{t.degrees=n,t.tell("select"),t.tell("look"),document.dispatchEvent(new CustomEvent("vazba-units"))})),e}names(t){this.app.names.on=t,this.app.refresh()}views(){let{stage:t}=this.app,e=cE.map(([n,s])=>zd(s,()=>t.look(n)));return e.push(cr("Parallel",t.camera===t.parallel,n=>t.setParallel(n))),e}saves(){let{app:t}=this,e=[zd("Picture (PNG)",()=>void t.stage.png().then(n=>n&&jo(`${t.header.name}.png`,n,"image/png")))];return t.header.text&&e.push(zd("Model (TOML)",()=>jo(`${t.header.name}.toml`,t.header.text,"application/toml"))),e}get sheetKind(){return this.sheet.shown}},hE={reactions:"Reactions",contacts:"Contact forces",forces:"Applied forces",velocities:"Velocities",accelerations:"Accelerations"};function zd(i,t){return tt("button",{type:"button",class:"item",role:"menuitem",onclick:t},i)}function cr(i,t,e){let n=tt("input",{type:"checkbox",checked:t});return n.addEventListener("change",()=>e(n.checked)),tt("label",{class:"item"},n,i)}function Bd(i,t,e){let n=tt("div",{class:"menu-list",role:"menu",hidden:!0}),s=tt("button",{type:"button",class:"tool wide","aria-haspopup":"menu","aria-expanded":"false","aria-label":t,title:t},wi(i),tt("span",{},t)),r=tt("div",{class:"menu"},s,n),o=a=>{a&&n.replaceChildren(...e()),n.hidden=!a,s.setAttribute("aria-expanded",String(a))};return s.addEventListener("click",()=>o(n.hidden)),document.addEventListener("pointerdown",a=>!r.contains(a.target)&&o(!1)),r.addEventListener("keydown",a=>{a.key==="Escape"&&(o(!1),s.focus())}),n.addEventListener("click",a=>a.target.tagName==="BUTTON"&&o(!1)),r}var uE={bodies:"Bodies",beams:"Beams",points:"Points",joints:"Joints",drivers:"Drivers",springs:"Springs",dampers:"Dampers",cables:"Cables",actuators:"Actuators",limits:"Limits",events:"Events",forces:"Forces",torques:"Torques",bushings:"Bushings",frictions:"Frictions",nodes:"Nodes",bars:"Bars",controllers:"Controllers",contacts:"Contacts",shapes:"Shapes"},dE=200,Sc=class{constructor(t){this.app=t;this.node.append(this.search,this.list),this.search.addEventListener("input",()=>this.draw()),this.list.addEventListener("keydown",e=>this.walk(e)),t.on("load",()=>{if(!this.made&&t.elements.size>dE)for(let e of t.elements.values())this.closed.add(e.section);this.made=!0,this.draw()}),t.on("select",()=>this.light(!0)),t.on("look",()=>this.light(!1))}node=tt("nav",{class:"tree","aria-label":"Elements"});search=tt("input",{type:"search",placeholder:"Search elements\u2026","aria-label":"Search elements",autocomplete:"off",spellcheck:"false"});list=tt("div",{class:"tree-list"});rows=new Map;closed=new Set;made=!1;focus(){this.search.focus()}draw(){let t=this.search.value.trim().toLowerCase(),e=new Map;for(let n of this.app.elements.values()){if(t&&!`${n.name} ${n.type} ${n.kind}`.toLowerCase().includes(t))continue;let s=e.get(n.section);s?s.push(n):e.set(n.section,[n])}this.rows.clear(),this.list.replaceChildren(...[...e].map(([n,s])=>this.section(n,s,t!==""))),e.size||this.list.append(tt("p",{class:"empty"},t?"nothing found":"an empty model")),this.light(!1)}section(t,e,n){let s=n||!this.closed.has(t),r=tt("div",{class:"rows",role:"group"}),o=tt("button",{type:"button",class:"section","aria-expanded":String(s)},wi("chevron"),tt("span",{},uE[t]??t),tt("small",{},String(e.length)));return s&&r.append(...e.map(a=>this.row(a))),o.addEventListener("click",()=>{this.closed.has(t)?this.closed.delete(t):this.closed.add(t),this.draw()}),tt("div",{class:"group"},o,r)}row(t){let e=tt("i",{class:"dot"});t.colour?e.style.background=t.colour:e.classList.add("hollow");let n=this.app.header.redundant.includes(`${t.kind} ${t.name}`),s=tt("button",{type:"button",class:"pick","data-id":t.id,title:n?"one of its equations follows from others":t.type||t.kind},e,tt("span",{class:"label"},t.name),tt("small",{},n?"redundant":t.type));n&&s.classList.add("redundant"),s.addEventListener("click",()=>this.app.select(this.app.selected===t.id?null:t.id)),s.addEventListener("dblclick",()=>this.app.isolate(t.id)),s.addEventListener("pointerenter",()=>this.app.hover(t.id)),s.addEventListener("pointerleave",()=>this.app.hover(null));let r=tt("button",{type:"button",class:"eye","aria-label":`Hide or show ${t.name}`,"aria-pressed":"false"},wi("eye"));r.addEventListener("click",()=>this.app.hide([t.id],!this.app.mechanism?.hidden.has(t.id)));let o=tt("div",{class:"row"},s,r);return this.rows.set(t.id,o),o}light(t){let{selected:e}=this.app,n=e?.split("/")[0];if(e&&!this.rows.has(e)&&n&&this.closed.delete(n))return this.draw();for(let[s,r]of this.rows){let o=this.app.mechanism?.hidden.has(s)??!1;r.classList.toggle("chosen",s===e),r.classList.toggle("off",o);let[a,l]=r.children;a.setAttribute("aria-pressed",String(s===e)),l.setAttribute("aria-pressed",String(o)),l.replaceChildren(wi(o?"hidden":"eye")),t&&s===e&&r.scrollIntoView({block:"nearest"})}}walk(t){if(t.key!=="ArrowDown"&&t.key!=="ArrowUp")return;let e=[...this.list.querySelectorAll("button.section, button.pick")],n=e.indexOf(document.activeElement),s=e[n+(t.key==="ArrowDown"?1:-1)];n>=0&&s&&(s.focus(),t.preventDefault(),t.stopPropagation())}};var fE=document.body.dataset.live==="1",mo=document.body.dataset.embedded==="1";function Zg(i){try{return localStorage.getItem(`vazba-${i}`)}catch{return null}}function Jg(i,t){try{localStorage.setItem(`vazba-${i}`,t)}catch{}}async function pE(){let i=window.matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";document.documentElement.dataset.theme=Zg("theme")??i;let t=tt("main",{class:"stage"}),e=tt("div",{class:"tip",hidden:!0}),n=new bc(t),r=fE?new io:{column:async()=>new Float32Array},o=new Zl(n,r),a=new yc(o),l=new pc(o),c=_=>{document.documentElement.dataset.theme=_,Jg("theme",_),n.tint(),l.redraw(),h.drawTheme(),o.refresh()},h=new wc(o,a,c,mo),u=new Sc(o),d=new Kl(o,_=>void l.add(_)),f=new Mc(o),g=new mc(o),v=new vc(o),m=tt("aside",{class:"left","aria-label":"Elements and parameters"},u.node,v.node);o.on("load",()=>{let _=o.header.kind==="modes"&&!mo;l.node.hidden=_,_?p.prepend(g.node):t.append(g.node);for(let y of document.querySelectorAll(".tab[data-name=plots] span"))y.textContent=_?"Modes":"Curves"});let p=tt("aside",{class:"right","aria-label":"Curves and details"},l.node,d.node);t.append(g.node,new gc(o).node,a.node,e);let b=tt("div",{class:mo?"app embedded":"app"},h.node,m,t,p,f.node,gE());if(document.body.append(b),mo||mE(b,h.node),n.resize(),vE(o,e),yE(o,u,h,a),document.addEventListener("vazba-units",()=>l.redraw()),o.on("faults",()=>o.faults.length?a.open("faults"):a.close("faults")),Object.defineProperty(window,"vazba",{value:{get time(){return o.time},seek:_=>{o.play(!1),o.seek(_)},bodies:()=>o.bodies(),get selected(){return o.selected?o.selected.slice(o.selected.indexOf("/")+1):null},set selected(_){o.select(_===null?null:o.elements.has(_)?_:[...o.elements.values()].find(y=>y.name===_)?.id??null)},play:(_=!0)=>o.play(_),get frames(){return n.renderer.info.render.frame},get version(){return r instanceof io?r.version:0},readyAfter:0,app:o}}),r instanceof io)await r.start(o);else{let _=JSON.parse(document.getElementById("vazba-header")?.textContent??"null");if(!_)throw new Error("this page holds no mechanism");let y=document.getElementById("vazba-numbers"),U=Nl(y?.textContent??"");y?.remove(),await o.load(_,U),o.faults=_.trouble,o.tell("faults"),_.status==="failed"&&!mo&&a.open("summary")}window.vazba.readyAfter=performance.now(),document.body.dataset.ready="1",mo&&o.track.end>o.track.start&&!window.matchMedia("(prefers-reduced-motion: reduce)").matches&&o.play(!0)}function mE(i,t){let e=(n,s,r)=>{let o=l=>{i.classList.toggle(`no-${n}`,l),a.setAttribute("aria-pressed",String(!l))},a=qe(s,r,()=>{o(!i.classList.contains(`no-${n}`)),Jg(n,i.classList.contains(`no-${n}`)?"off":"on")},{class:"tool fold"});return o(Zg(n)==="off"),a};t.prepend(e("left","tree","List of elements")),t.append(e("right","chart","Curves and values"))}function gE(){let i=tt("div",{class:"tabs",role:"tablist"}),t=e=>{document.body.dataset.drawer=document.body.dataset.drawer===e?"":e;for(let n of i.children)n.setAttribute("aria-selected",String(n.dataset.name===document.body.dataset.drawer))};for(let[e,n,s]of[["left","tree","Elements"],["plots","chart","Curves"],["details","info","Selected"]]){let r=qe(n,s,()=>t(e),{role:"tab","data-name":e,"aria-selected":"false",class:"tab"});r.append(tt("span",{},s)),i.append(r)}return document.body.dataset.drawer="plots",i.children[1].setAttribute("aria-selected","true"),i}function vE(i,t){let e=i.stage.renderer.domElement,n=null,s=!1;e.addEventListener("pointerdown",r=>n=[r.clientX,r.clientY]),e.addEventListener("pointerup",r=>{n&&Math.hypot(r.clientX-n[0],r.clientY-n[1])<5&&i.select(i.mechanism?.pick(i.stage.ray(r))??null),n=null}),e.addEventListener("pointermove",r=>{r.buttons||s||i.playing||r.pointerType==="touch"||(s=!0,requestAnimationFrame(()=>{s=!1;let o=i.mechanism?.pick(i.stage.ray(r))??null;i.hover(o);let a=o?i.elements.get(o):void 0;if(t.hidden=!a,e.style.cursor=a?"pointer":"",!a)return;let l=tt("div",{});t.replaceChildren(tt("strong",{},a.name),tt("span",{},` ${a.type||a.kind}`),l),i.telling(a.id).then(h=>i.hovered===a.id&&(l.textContent=h));let c=i.stage.host.getBoundingClientRect();t.style.transform=`translate(${r.clientX-c.left+14}px, ${r.clientY-c.top+16}px)`}))}),e.addEventListener("pointerleave",()=>{t.hidden=!0,i.hover(null)})}function yE(i,t,e,n){document.addEventListener("keydown",s=>{let r=s.target,o=/^(INPUT|SELECT|TEXTAREA)$/.test(r.tagName)&&r.type!=="range"&&r.type!=="checkbox";if(!i.mechanism||o||s.ctrlKey||s.metaKey||s.altKey)return;let a=r.tagName==="INPUT",c={" ":()=>i.play(!i.playing),ArrowRight:()=>i.nudge(1),ArrowLeft:()=>i.nudge(-1),Home:()=>i.seek(i.track.start),End:()=>i.seek(i.track.end),PageDown:()=>i.event(1),PageUp:()=>i.event(-1),f:()=>i.stage.look(null),n:()=>e.names(!i.names.on),1:()=>i.stage.look("front"),2:()=>i.stage.look("right"),3:()=>i.stage.look("top"),0:()=>i.stage.look("iso"),"/":()=>t.focus(),Escape:()=>n.shown?n.close():i.select(null)}[s.key.length===1?s.key.toLowerCase():s.key];!c||s.key===" "&&r.tagName==="BUTTON"||a&&s.key.startsWith("Arrow")&&!r.closest(".timeline")||(s.preventDefault(),c())})}pE().catch(i=>{throw document.body.append(tt("p",{class:"failed"},`This page could not be shown: ${i instanceof Error?i.message:String(i)}`)),i});})();
